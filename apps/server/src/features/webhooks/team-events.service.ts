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

/** What a webhook is told of each event. Ids and names only: whoever wants more asks the API, which checks the right to it. */
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
 * Tells the team's webhooks and workflows that something happened. Call it in the transaction of the act: the message exists exactly
 * if the act does, and leaves after the commit.
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

/** What became of an event that was meant for one webhook. */
export type HandedOver = { outcome: "queued"; deliveryId: string; host: string } | { outcome: "stopped"; host: string };

/** Hands an event to one webhook of the team, whether or not it asked for such. @returns null when there is none */
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
    // One receiver after another of the same webhook: a slow one holds up itself alone.
    { key: `deliver-webhook:${id}`, queue: `webhook:${webhookId}`, ...(runAt === undefined ? {} : { runAt }) },
  );
}
