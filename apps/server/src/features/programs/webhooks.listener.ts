import type { AppContext } from "../../platform/app-context.ts";
import { type EventListener, hearAll } from "../../platform/events/event-listener.ts";
import { heardTypes, sendTeamEvent, toTeamEvent } from "./team-events.service.ts";

export function createWebhooksListener(context: Pick<AppContext, "jobs">): EventListener {
  return {
    name: "webhooks",
    hears: hearAll(heardTypes, async (tx, event) => {
      const sent = toTeamEvent(event);
      if (sent !== null) await sendTeamEvent(tx, context, event, sent);
    }),
  };
}
