import type { TeamId, WebhookDeliveryId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import { postOutbound } from "../../platform/outbound/post-outbound.ts";
import { enqueueDelivery } from "./team-events.service.ts";
import { signMessage } from "./webhook-signature.ts";
import {
  type DeliveryRow,
  deleteDeliveriesBefore,
  findDelivery,
  updateDelivery,
  updateWebhookUnchecked,
  type WebhookRow,
} from "./webhooks.repository.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    /** Deletes deliveries older than `webhookLogKeptDays`. Runs daily. */
    "remove-old-webhook-deliveries": Record<string, never>;
  }
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Pauses before the second, third, … try: just over a day in all. */
const retryPausesMs = [5_000, minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 8 * hourMs, 9 * hourMs];
const disabledAfterFailingMs = 3 * dayMs;
const timeLimitMs = 10_000;
const answerBytesMax = 2_048;
/** Replays are attempts too; the log shows the latest. */
const attemptsKept = 20;
const goneStatus = 410;

type Attempt = DeliveryRow["attempts"][number];

/** Sends one message once, records the outcome, and schedules the next try. */
export async function deliverWebhook(
  context: AppContext,
  deliveryId: WebhookDeliveryId,
  signal?: AbortSignal,
): Promise<void> {
  const found = await findDelivery(context.db, deliveryId);
  if (found === null || found.delivery.state !== "waiting") return;
  const { delivery, webhook } = found;
  // A ping tests whether a disabled webhook works again.
  if (webhook.disabledAt !== null && delivery.type !== "ping") {
    await updateDelivery(context.db, delivery.id, { state: "failed", nextAttemptAt: null });
    return;
  }
  const attempt = await send(context, webhook, delivery, signal);
  // A shutdown says nothing about the receiver: the job runs again on the next start.
  if (signal?.aborted === true && attempt.status === null) throw new Error("Stopped while a webhook was being sent.");
  await context.db.transaction((tx) => noteAttempt(tx, context, webhook, delivery, attempt));
}

async function send(
  context: AppContext,
  webhook: WebhookRow,
  delivery: DeliveryRow,
  signal: AbortSignal | undefined,
): Promise<Attempt> {
  const at = context.clock.now();
  const begunMs = performance.now();
  const { messageId: id, body } = delivery;
  const outcome = await postOutbound({
    url: webhook.url,
    headers: {
      "content-type": "application/json",
      "user-agent": "Blueprint-Webhooks/1",
      ...context.tracing?.outgoingHeaders(),
      ...signMessage(webhook.secret, { id, body, sentAt: at }),
    },
    body,
    timeLimitMs,
    answerBytesMax,
    allowPrivate: context.config.webhooksToPrivateAddresses,
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => ({ status: null, text: error instanceof Error ? error.message : String(error) }));
  // PostgreSQL stores every character but U+0000.
  const answer = outcome.text.replaceAll("\0", "");
  return { at: at.toISOString(), durationMs: Math.round(performance.now() - begunMs), status: outcome.status, answer };
}

async function noteAttempt(
  tx: Tx,
  context: AppContext,
  webhook: WebhookRow,
  delivery: DeliveryRow,
  attempt: Attempt,
): Promise<void> {
  const attempts = [...delivery.attempts, attempt].slice(-attemptsKept);
  const tries = delivery.tries + 1;
  if (attempt.status !== null && attempt.status >= 200 && attempt.status < 300) {
    await updateDelivery(tx, delivery.id, { state: "delivered", attempts, tries, nextAttemptAt: null });
    if (webhook.failingSince !== null) await updateWebhookUnchecked(tx, webhook.id, { failingSince: null });
    return;
  }
  const now = context.clock.now();
  const pauseMs = delivery.type === "ping" ? undefined : retryPausesMs[tries - 1];
  const isGone = attempt.status === goneStatus;
  if (pauseMs === undefined || isGone) {
    await updateDelivery(tx, delivery.id, { state: "failed", attempts, tries, nextAttemptAt: null });
  } else {
    const nextAttemptAt = new Date(now.getTime() + pauseMs);
    await updateDelivery(tx, delivery.id, { attempts, tries, nextAttemptAt });
    await enqueueDelivery(tx, context, delivery, nextAttemptAt);
  }
  // A ping is a test: its failure neither starts nor ends anything.
  if (delivery.type === "ping" || webhook.disabledAt !== null) return;
  const failingSince = webhook.failingSince ?? now;
  const isLong = now.getTime() - failingSince.getTime() >= disabledAfterFailingMs;
  if (isGone || isLong) await stop(tx, context, webhook, isGone ? "gone" : "failing", failingSince);
  else await updateWebhookUnchecked(tx, webhook.id, { failingSince });
}

async function stop(
  tx: Tx,
  context: AppContext,
  webhook: WebhookRow,
  because: "failing" | "gone",
  failingSince: Date,
): Promise<void> {
  const disabledAt = context.clock.now();
  await updateWebhookUnchecked(tx, webhook.id, { disabledAt, disabledBecause: because, failingSince });
  await recordEvent(tx, context, {
    actor: null,
    type: "webhook.stopped",
    teamId: webhook.teamId as TeamId,
    subject: { id: webhook.id, name: webhook.url },
    facts: { because },
  });
}

export async function removeOldDeliveries({ db, clock }: Pick<AppContext, "db" | "clock">): Promise<void> {
  await deleteDeliveriesBefore(db, new Date(clock.now().getTime() - limits.webhookLogKeptDays * dayMs));
}
