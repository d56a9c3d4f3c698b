import type { UserId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import type { EventListener } from "../../platform/events/event-listener.ts";
import { recordOnboardingVisit } from "./onboarding-visit.service.ts";

export function createRequestsListener(context: Pick<AppContext, "ids" | "clock" | "jobs">): EventListener {
  return {
    name: "requests",
    hears: {
      "onboarding.finished": async (tx, { subject: { id, name }, facts: { email, visit } }) =>
        await recordOnboardingVisit(tx, context, { userId: id as UserId, name, email }, visit),
    },
  };
}
