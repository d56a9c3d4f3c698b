import type { BlueprintId, ScanId, TeamId, UserId, WebhookDeliveryId } from "@blueprint/contract/ids";
import type { TeamRole } from "@blueprint/contract/roles";
import type { TeamEventType } from "@blueprint/contract/webhooks";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { recordWorkflowRuns } from "../workflows/workflow-outbox.service.ts";
import {
  type DeliveryRow,
  findWebhookOfTeam,
  insertDelivery,
  listWebhooksFor,
  type WebhookRow,
} from "./webhooks.repository.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    "deliver-webhook": { deliveryId: WebhookDeliveryId };
  }
}

/** Data that webhooks get for each event: ids and names only. The API provides more and checks the right to it. */
interface TeamEventData {
  "blueprint.created": { blueprintId: BlueprintId; name: string };
  "blueprint.published": { blueprintId: BlueprintId; name: string; slug: string; version: number };
  "blueprint.unpublished": { blueprintId: BlueprintId; name: string; slug: string };
  "blueprint.transferred": { blueprintId: BlueprintId; name: string; toTeamId: TeamId };
  "blueprint.received": { blueprintId: BlueprintId; name: string; fromTeamId: TeamId };
  "scan.ready": { scanId: ScanId; blueprintId: BlueprintId };
  "scan.failed": { scanId: ScanId; blueprintId: BlueprintId; problem: string };
  "member.joined": { userId: UserId; role: TeamRole };
  "form.answered": { blueprintId: BlueprintId; anchorId: string; anchorTitle: string; responseId: string };
  "comment.mentioned": { blueprintId: BlueprintId; authorId: UserId; userIds: UserId[]; subject: string };
}

type EventContext = Pick<AppContext, "clock" | "ids" | "jobs">;

/**
 * Sends an event to the team's webhooks and workflows. Call it in the transaction of the change: the message exists
 * exactly if that commits, and is sent after it.
 */
export async function recordTeamEvent<Type extends TeamEventType>(
  tx: Tx,
  context: EventContext,
  teamId: TeamId,
  type: Type,
  data: TeamEventData[Type],
): Promise<void> {
  await recordWorkflowRuns(tx, context, teamId, type, data);
  const hooks = await listWebhooksFor(tx, teamId, type);
  if (hooks.length === 0) return;
  const now = context.clock.now();
  const body = JSON.stringify({ type, timestamp: now.toISOString(), data: { teamId, ...data } });
  for (const hook of hooks) await enqueueMessage(tx, context, hook, type, body);
}

/** Outcome of an event that was sent to one webhook. */
export type HandedOver = { outcome: "queued"; deliveryId: string; host: string } | { outcome: "stopped"; host: string };

/** Sends an event to one webhook of the team, subscribed or not. @returns null when there is none */
export async function sendEventTo(
  tx: Tx,
  context: EventContext,
  { teamId, webhookId }: { teamId: TeamId; webhookId: string },
  type: TeamEventType,
  data: Readonly<Record<string, unknown>>,
): Promise<HandedOver | null> {
  const hook = await findWebhookOfTeam(tx, teamId, webhookId);
  if (hook === null) return null;
  const { host } = new URL(hook.url);
  if (hook.disabledAt !== null) return { outcome: "stopped", host };
  const body = JSON.stringify({ type, timestamp: context.clock.now().toISOString(), data: { teamId, ...data } });
  const { id: deliveryId } = await enqueueMessage(tx, context, hook, type, body);
  return { outcome: "queued", deliveryId, host };
}

export async function enqueueMessage(
  tx: Tx,
  context: EventContext,
  webhook: Pick<WebhookRow, "id">,
  type: DeliveryRow["type"],
  body: string,
): Promise<DeliveryRow> {
  const id = context.ids.uuid() as WebhookDeliveryId;
  const createdAt = context.clock.now();
  const row = await insertDelivery(tx, { id, webhookId: webhook.id, messageId: `msg_${id}`, type, body, createdAt });
  await enqueueDelivery(tx, context, row, undefined);
  return row;
}

export async function enqueueDelivery(
  tx: Tx,
  context: EventContext,
  { id, webhookId }: Pick<DeliveryRow, "id" | "webhookId">,
  runAt: Date | undefined,
): Promise<void> {
  await context.jobs.enqueue(
    tx,
    "deliver-webhook",
    { deliveryId: id as WebhookDeliveryId },
    // One delivery at a time per webhook: a slow receiver delays only itself.
    { key: `deliver-webhook:${id}`, queue: `webhook:${webhookId}`, ...(runAt === undefined ? {} : { runAt }) },
  );
}
