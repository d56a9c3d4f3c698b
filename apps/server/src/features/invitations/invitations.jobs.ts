import type { AppContext } from "../../platform/app-context.ts";
import { MailRefusedError, type QueuedMail } from "../../platform/mail/mail-sender.ts";
import { sendInOurName } from "../installation-settings/installation-settings.service.ts";
import { noteDelivery } from "./invitation-delivery.repository.ts";
import { deleteTextsBefore } from "./invitation-texts.repository.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    "remove-counted-invitations": Record<string, never>;
  }
}

const reasonCharactersMax = 300;
const dayMs = 24 * 3600 * 1000;

/** What a team sent yesterday counts no longer today. */
export async function removeCountedInvitations({ db, clock }: Pick<AppContext, "db" | "clock">): Promise<void> {
  await deleteTextsBefore(db, new Date(clock.now().getTime() - dayMs));
}

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
