import type { BlueprintId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import type { EventListener } from "../../platform/events/event-listener.ts";
import { followPlace } from "./claim-deadlines.service.ts";

export function createClaimsListener(context: AppContext): EventListener {
  return {
    name: "claims",
    hears: {
      "blueprint.transferred": (tx, { subject, facts }) =>
        followPlace(tx, context, subject.id as BlueprintId, facts.toTeamId),
    },
  };
}
