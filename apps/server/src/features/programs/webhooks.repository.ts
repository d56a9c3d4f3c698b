import type { TeamId, WebhookDeliveryId, WebhookId } from "@blueprint/contract/ids";
import type { TeamEventType } from "@blueprint/contract/webhooks";
import { and, count, desc, eq, isNull, lt, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { isBehind } from "../../db/newest-first.ts";
import { webhookDeliveries, webhooks } from "../../db/schema/webhooks.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import type { PageCursor } from "../../platform/page-cursor.ts";

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

const isOf = (team: TeamScope, id: WebhookId) => and(eq(webhooks.id, id), eq(webhooks.teamId, team.teamId));

/** Unscoped on purpose: the event was recorded in this team. Locked until the transaction ends. */
export async function listWebhooksFor(tx: Tx, teamId: TeamId, type: TeamEventType): Promise<WebhookRow[]> {
  return await tx
    .select()
    .from(webhooks)
    .where(
      and(
        eq(webhooks.teamId, teamId),
        isNull(webhooks.disabledAt),
        sql`${webhooks.events} @> ${JSON.stringify([type])}::jsonb`,
      ),
    )
    .for("key share");
}

/** Unscoped on purpose: the caller has checked the team. Locked until the transaction ends. */
export async function findWebhookOfTeam(tx: Tx, teamId: TeamId, id: string): Promise<WebhookRow | null> {
  const [row] = await tx
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, id), eq(webhooks.teamId, teamId)))
    .for("key share");
  return row ?? null;
}

/** @returns null when there is one with that id */
export async function insertDelivery(
  tx: Tx,
  delivery: Pick<DeliveryRow, "id" | "webhookId" | "messageId" | "type" | "body" | "createdAt">,
): Promise<DeliveryRow | null> {
  const [row] = await tx
    .insert(webhookDeliveries)
    .values({ ...delivery, state: "waiting", nextAttemptAt: delivery.createdAt })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

/** For the delivery job. */
export async function findDelivery(
  tx: Tx,
  id: WebhookDeliveryId,
): Promise<{ delivery: DeliveryRow; webhook: WebhookRow } | null> {
  const [row] = await tx
    .select({ delivery: webhookDeliveries, webhook: webhooks })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(eq(webhookDeliveries.id, id));
  return row ?? null;
}

export async function updateDelivery(
  tx: Tx,
  id: string,
  change: Partial<Pick<DeliveryRow, "state" | "tries" | "attempts" | "nextAttemptAt">>,
): Promise<DeliveryRow | null> {
  const [row] = await tx.update(webhookDeliveries).set(change).where(eq(webhookDeliveries.id, id)).returning();
  return row ?? null;
}

/** For the delivery job, which records how the receiver answers. */
export async function updateWebhookUnchecked(
  tx: Tx,
  id: string,
  change: Partial<Pick<WebhookRow, "disabledAt" | "disabledBecause" | "failingSince">>,
): Promise<void> {
  await tx.update(webhooks).set(change).where(eq(webhooks.id, id));
}

export async function deleteDeliveriesBefore(tx: Tx, before: Date): Promise<void> {
  await tx.delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, before));
}

export async function listWebhookRows(tx: Tx, team: TeamScope): Promise<WebhookRow[]> {
  return await tx
    .select()
    .from(webhooks)
    .where(eq(webhooks.teamId, team.teamId))
    .orderBy(desc(webhooks.createdAt), desc(webhooks.id));
}

export async function countWebhooks(tx: Tx, team: TeamScope): Promise<number> {
  return await tx.$count(webhooks, eq(webhooks.teamId, team.teamId));
}

export async function insertWebhook(
  tx: Tx,
  team: TeamScope,
  webhook: Pick<WebhookRow, "id" | "url" | "events" | "secret" | "createdAt">,
): Promise<WebhookRow> {
  const [row] = await tx
    .insert(webhooks)
    .values({ ...webhook, teamId: team.teamId })
    .returning();
  return row as WebhookRow;
}

export async function findWebhook(tx: Tx, team: TeamScope, id: WebhookId): Promise<WebhookRow | null> {
  const [row] = await tx.select().from(webhooks).where(isOf(team, id));
  return row ?? null;
}

export async function updateWebhookRow(
  tx: Tx,
  team: TeamScope,
  id: WebhookId,
  change: Partial<Pick<WebhookRow, "url" | "events" | "secret" | "disabledAt" | "disabledBecause" | "failingSince">>,
): Promise<WebhookRow | null> {
  const [row] = await tx.update(webhooks).set(change).where(isOf(team, id)).returning();
  return row ?? null;
}

export async function deleteWebhookRow(tx: Tx, team: TeamScope, id: WebhookId): Promise<WebhookRow | null> {
  const [row] = await tx.delete(webhooks).where(isOf(team, id)).returning();
  return row ?? null;
}

/** Newest first. The caller has found the webhook in its team. */
export async function listDeliveryRows(
  tx: Tx,
  webhookId: WebhookId,
  cursor: PageCursor | null,
  limit: number,
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const rows = await tx
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookId),
        isBehind(webhookDeliveries.createdAt, webhookDeliveries.id, cursor),
      ),
    )
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(limit);
  const [row] = await tx
    .select({ total: count() })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, webhookId));
  return { rows, total: row?.total ?? 0 };
}
