import type { AppContext } from "../../platform/app-context.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { JobRun } from "../../platform/jobs/job-runner.ts";
import { MailRefusedError, type QueuedMail } from "../../platform/mail/mail-sender.ts";
import { tellError } from "../../platform/safe-error.ts";
import { sendInOurName } from "../installation-settings/installation-settings.service.ts";

const reasonCharactersMax = 300;

/**
 * Sends a mail, and tells what became of it when it carries an invitation, with the reason for a failure. Does not retry
 * permanent refusals.
 */
export async function sendQueuedMail(
  context: AppContext,
  { invitationId, ...mail }: QueuedMail,
  job: Pick<JobRun, "id" | "isLastAttempt">,
): Promise<void> {
  const { db } = context;
  const ofInvitation = { actor: null, teamId: null, subject: { id: invitationId ?? null, name: "" } } as const;
  const { to: email } = mail;
  try {
    const receipt = await sendInOurName(context, { ...mail, id: job.id });
    if (invitationId === undefined) return;
    const facts = { email, isAccepted: receipt === "accepted" };
    await db.transaction((tx) => recordEvent(tx, context, { ...ofInvitation, type: "invitation.mailed", facts }));
  } catch (error) {
    const isRefused = error instanceof MailRefusedError;
    if (invitationId !== undefined && (isRefused || job.isLastAttempt)) {
      const facts = { email, reason: tellError(error).slice(0, reasonCharactersMax) };
      await db.transaction((tx) => recordEvent(tx, context, { ...ofInvitation, type: "invitation.bounced", facts }));
      if (isRefused) return;
    }
    throw error;
  }
}
