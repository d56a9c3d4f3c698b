import type { TeamId, WebhookDeliveryId } from "@blueprint/contract/ids";
import type { TeamEventType } from "@blueprint/contract/webhooks";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { deriveId } from "../../platform/events/derive-id.ts";
import type { EventOf } from "../../platform/events/product-events.ts";
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

/** Events that a team's webhooks and workflows may hear of. */
export const heardTypes = [
  "blueprint.created",
  "blueprint.published",
  "blueprint.unpublished",
  "blueprint.archived",
  "blueprint.binned",
  "blueprint.transferred",
  "blueprint.received",
  "scan.ready",
  "scan.failed",
  "member.joined",
  "form.answered",
  "comment.mentioned",
] as const;
export type HeardEvent = EventOf<(typeof heardTypes)[number]>;

/** An event as webhooks get it: ids and names only. The API provides more and checks the right to it. */
export interface TeamEvent {
  readonly type: TeamEventType;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Null for an event of which webhooks do not hear. */
export function toTeamEvent(event: HeardEvent): TeamEvent | null {
  const { id, name } = event.subject;
  switch (event.type) {
    case "blueprint.created":
      return { type: event.type, data: { blueprintId: id, name } };
    case "blueprint.published": {
      const { slug, version } = event.facts;
      return { type: event.type, data: { blueprintId: id, name, slug, version } };
    }
    case "blueprint.unpublished":
      return { type: event.type, data: { blueprintId: id, name, slug: event.facts.slug } };
    case "blueprint.archived":
    case "blueprint.binned": {
      const { slug, wasPublished } = event.facts;
      return wasPublished ? { type: "blueprint.unpublished", data: { blueprintId: id, name, slug } } : null;
    }
    case "blueprint.transferred":
      return { type: event.type, data: { blueprintId: id, name, toTeamId: event.facts.toTeamId } };
    case "blueprint.received":
      return { type: event.type, data: { blueprintId: id, name, fromTeamId: event.facts.fromTeamId } };
    case "scan.ready":
      return { type: event.type, data: { scanId: id, blueprintId: event.facts.blueprintId } };
    case "scan.failed": {
      const { blueprintId, problem } = event.facts;
      return { type: event.type, data: { scanId: id, blueprintId, problem: problem ?? "" } };
    }
    case "member.joined":
      return { type: event.type, data: { userId: id, role: event.facts.role } };
    case "form.answered": {
      const { anchorId, anchorTitle, responseId } = event.facts;
      return { type: event.type, data: { blueprintId: id, anchorId, anchorTitle, responseId } };
    }
    case "comment.mentioned": {
      const { userIds, about } = event.facts;
      return {
        type: event.type,
        data: { blueprintId: id, authorId: event.actor?.userId, userIds, subject: about },
      };
    }
  }
}

type MessageContext = Pick<AppContext, "clock" | "ids" | "jobs">;

/** Sends an event to the team's webhooks that subscribed to it; each gets it once, however often this is called. */
export async function sendTeamEvent(
  tx: Tx,
  context: Pick<AppContext, "jobs">,
  { id, at, teamId }: Pick<HeardEvent, "id" | "at" | "teamId">,
  { type, data }: TeamEvent,
): Promise<void> {
  const hooks = await listWebhooksFor(tx, teamId, type);
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data: { teamId, ...data } });
  for (const hook of hooks) await enqueueMessage(tx, context, { id: deriveId(id, hook.id), at, hook, type, body });
}

/** Outcome of an event that was sent to one webhook. */
export type HandedOver = { outcome: "queued"; deliveryId: string; host: string } | { outcome: "stopped"; host: string };

/** Sends an event to one webhook of the team, subscribed or not. @returns null when there is none */
export async function sendEventTo(
  tx: Tx,
  context: MessageContext,
  { teamId, webhookId }: { teamId: TeamId; webhookId: string },
  type: TeamEventType,
  data: Readonly<Record<string, unknown>>,
): Promise<HandedOver | null> {
  const hook = await findWebhookOfTeam(tx, teamId, webhookId);
  if (hook === null) return null;
  const { host } = new URL(hook.url);
  if (hook.disabledAt !== null) return { outcome: "stopped", host };
  const body = JSON.stringify({ type, timestamp: context.clock.now().toISOString(), data: { teamId, ...data } });
  const deliveryId = context.ids.uuid();
  await enqueueMessage(tx, context, { id: deliveryId, at: context.clock.now(), hook, type, body });
  return { outcome: "queued", deliveryId, host };
}

/** Does nothing for an id that exists. */
export async function enqueueMessage(
  tx: Tx,
  context: Pick<AppContext, "jobs">,
  {
    id,
    at,
    hook,
    type,
    body,
  }: { id: string; at: Date; hook: Pick<WebhookRow, "id">; type: DeliveryRow["type"]; body: string },
): Promise<DeliveryRow | null> {
  const message = { id, webhookId: hook.id, messageId: `msg_${id}`, type, body, createdAt: at };
  const row = await insertDelivery(tx, message);
  if (row !== null) await enqueueDelivery(tx, context, row, undefined);
  return row;
}

export async function enqueueDelivery(
  tx: Tx,
  context: Pick<AppContext, "jobs">,
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
