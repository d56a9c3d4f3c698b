import type { AppContext } from "../../platform/app-context.ts";
import { MailRefusedError, type QueuedMail } from "../../platform/mail/mail-sender.ts";
import { sendInOurName } from "../installation-settings/installation-settings.service.ts";
import { noteDelivery } from "./invitation-delivery.repository.ts";

const reasonCharactersMax = 300;

/** Sends a mail; an invitation's inviter sees what became of it. What was refused for good is not tried again. */
export async function sendQueuedMail(context: AppContext, { invitationId, ...mail }: QueuedMail): Promise<void> {
  const { db, clock } = context;
  try {
    const receipt = await sendInOurName(context, mail);
    if (invitationId === undefined) return;
    const sentAt = clock.now();
    await noteDelivery(db, invitationId, mail.to, {
      sentAt,
      ...(receipt === "accepted" ? { deliveredAt: sentAt } : {}),
    });
  } catch (error) {
    if (!(error instanceof MailRefusedError) || invitationId === undefined) throw error;
    const bounceReason = error.message.slice(0, reasonCharactersMax);
    await noteDelivery(db, invitationId, mail.to, { bouncedAt: clock.now(), bounceReason });
  }
}
