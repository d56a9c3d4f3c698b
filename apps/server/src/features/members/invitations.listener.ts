import type { EventListener } from "../../platform/events/event-listener.ts";
import { noteDelivery } from "./invitation-delivery.repository.ts";

/** Keeps what became of an invitation's mail, for its inviter. */
export function createInvitationsListener(): EventListener {
  return {
    name: "invitations",
    hears: {
      "invitation.mailed": async (tx, { at, subject, facts: { email, isAccepted } }) =>
        await noteDelivery(tx, subject.id as string, email, {
          sentAt: at,
          // It may have failed before, and been retried by an operator.
          bouncedAt: null,
          bounceReason: "",
          ...(isAccepted ? { deliveredAt: at } : {}),
        }),
      "invitation.bounced": async (tx, { at, subject, facts: { email, reason } }) =>
        await noteDelivery(tx, subject.id as string, email, { bouncedAt: at, bounceReason: reason }),
    },
  };
}
