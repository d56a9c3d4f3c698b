import type { AppContext } from "../../platform/app-context.ts";
import type { JobRun } from "../../platform/jobs/job-runner.ts";
import { MailRefusedError, type QueuedMail } from "../../platform/mail/mail-sender.ts";
import { tellError } from "../../platform/safe-error.ts";
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

/** Deletes counts of the previous day, which no longer apply. */
export async function removeCountedInvitations({ db, clock }: Pick<AppContext, "db" | "clock">): Promise<void> {
  await deleteTextsBefore(db, new Date(clock.now().getTime() - dayMs));
}

/**
 * Sends a mail and records an invitation's outcome, with the reason for a failure, for its inviter. Does not retry
 * permanent refusals.
 */
export async function sendQueuedMail(
  context: AppContext,
  { invitationId, ...mail }: QueuedMail,
  job: Pick<JobRun, "id" | "isLastAttempt">,
): Promise<void> {
  const { db, clock } = context;
  try {
    const receipt = await sendInOurName(context, { ...mail, id: job.id });
    if (invitationId === undefined) return;
    const sentAt = clock.now();
    await noteDelivery(db, invitationId, mail.to, {
      sentAt,
      // It may have failed before, and been retried by an operator.
      bouncedAt: null,
      bounceReason: "",
      ...(receipt === "accepted" ? { deliveredAt: sentAt } : {}),
    });
  } catch (error) {
    const isRefused = error instanceof MailRefusedError;
    if (invitationId !== undefined && (isRefused || job.isLastAttempt)) {
      const bounceReason = tellError(error).slice(0, reasonCharactersMax);
      await noteDelivery(db, invitationId, mail.to, { bouncedAt: clock.now(), bounceReason });
      if (isRefused) return;
    }
    throw error;
  }
}
