import type { WebhookDeliveryId, WebhookId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import { type TeamEventType, teamEventTypes, type Webhook, type WebhookDelivery } from "@blueprint/contract/webhooks";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import { readPageCursor, toPage } from "../../platform/page-cursor.ts";
import { lockTeam } from "../teams/teams.service.ts";
import { enqueueDelivery, enqueueMessage } from "./team-events.service.ts";
import { makeWebhookSecret } from "./webhook-signature.ts";
import {
  countWebhooks,
  type DeliveryRow,
  deleteWebhookRow,
  findDelivery,
  findWebhook,
  findWebhookOfTeam,
  insertWebhook,
  listDeliveryRows,
  listWebhookRows,
  updateDelivery,
  updateWebhookRow,
  type WebhookRow,
} from "./webhooks.repository.ts";

const deliveriesPerPage = 20;

export async function listWebhooks(context: AppContext, scope: TeamScope): Promise<Webhook[]> {
  return (await listWebhookRows(context.db, scope)).map(toWebhook);
}

/**
 * @throws AppError `webhooks-too-many`, `invalid-input` (only https:// unless the installation allows more)
 */
export async function createWebhook(
  context: AppContext,
  actor: Actor,
  scope: TeamScope,
  { url, events }: { url: string; events: TeamEventType[] },
): Promise<{ webhook: Webhook; secret: string }> {
  requireScheme(context, url);
  const { teamId } = scope;
  return await context.db.transaction(async (tx) => {
    await lockTeam(tx, scope);
    if ((await countWebhooks(tx, scope)) >= limits.webhooksPerTeamMax) throw new AppError("webhooks-too-many");
    const secret = makeWebhookSecret();
    const row = await insertWebhook(tx, scope, {
      id: context.ids.uuid(),
      url,
      events: inOrder(events),
      secret,
      createdAt: context.clock.now(),
    });
    await recordEvent(tx, context, { actor, teamId, type: "webhook.created", ...describeEvent(row) });
    return { webhook: toWebhook(row), secret };
  });
}

/** Enabling it again clears earlier failures. @throws AppError `not-found`, `invalid-input` */
export async function updateWebhook(
  context: AppContext,
  actor: Actor,
  scope: TeamScope,
  webhookId: WebhookId,
  request: { url?: string | undefined; events?: TeamEventType[] | undefined; isEnabled?: boolean | undefined },
): Promise<Webhook> {
  const { url, events, isEnabled } = request;
  if (url !== undefined) requireScheme(context, url);
  const { teamId } = scope;
  return await context.db.transaction(async (tx) => {
    const webhook = await requireWebhook(tx, scope, webhookId);
    const isOn = webhook.disabledAt === null;
    const row = await updateWebhookRow(tx, scope, webhookId, {
      url: url ?? webhook.url,
      events: events === undefined ? webhook.events : inOrder(events),
      ...(isEnabled === true && !isOn ? { disabledAt: null, disabledBecause: null, failingSince: null } : {}),
      ...(isEnabled === false && isOn ? { disabledAt: context.clock.now(), disabledBecause: "person" as const } : {}),
    });
    if (row === null) throw new AppError("not-found");
    await recordEvent(tx, context, { actor, teamId, type: "webhook.changed", ...describeEvent(row) });
    return toWebhook(row);
  });
}

/** @throws AppError `not-found` */
export async function renewWebhookSecret(
  context: AppContext,
  actor: Actor,
  scope: TeamScope,
  webhookId: WebhookId,
): Promise<string> {
  const { teamId } = scope;
  return await context.db.transaction(async (tx) => {
    const secret = makeWebhookSecret();
    const row = await updateWebhookRow(tx, scope, webhookId, { secret });
    if (row === null) throw new AppError("not-found");
    const subject = { id: row.id, name: row.url };
    const facts = { secretRenewed: true } as const;
    await recordEvent(tx, context, { actor, teamId, type: "webhook.changed", subject, facts });
    return secret;
  });
}

/** @throws AppError `not-found` */
export async function deleteWebhook(
  context: AppContext,
  actor: Actor,
  scope: TeamScope,
  webhookId: WebhookId,
): Promise<void> {
  const { teamId } = scope;
  await context.db.transaction(async (tx) => {
    const row = await deleteWebhookRow(tx, scope, webhookId);
    if (row === null) throw new AppError("not-found");
    const subject = { id: row.id, name: row.url };
    await recordEvent(tx, context, { actor, teamId, type: "webhook.deleted", subject });
  });
}

/** @throws AppError `not-found` */
export async function pingWebhook(
  context: AppContext,
  { teamId }: TeamScope,
  webhookId: WebhookId,
): Promise<WebhookDelivery> {
  const body = JSON.stringify({
    type: "ping",
    timestamp: context.clock.now().toISOString(),
    data: { teamId, webhookId },
  });
  return await context.db.transaction(async (tx) => {
    const hook = await findWebhookOfTeam(tx, teamId, webhookId);
    if (hook === null) throw new AppError("not-found");
    const ping = { id: context.ids.uuid(), at: context.clock.now(), hook, type: "ping", body } as const;
    return toDelivery((await enqueueMessage(tx, context, ping)) as DeliveryRow);
  });
}

/** @throws AppError `not-found` */
export async function listWebhookDeliveries(
  context: AppContext,
  scope: TeamScope,
  webhookId: WebhookId,
  cursor: string | undefined,
): Promise<{ deliveries: WebhookDelivery[]; nextCursor: string | null; total: number }> {
  await requireWebhook(context.db, scope, webhookId);
  const position = cursor === undefined ? null : readPageCursor(cursor);
  const { rows, total } = await listDeliveryRows(context.db, webhookId, position, deliveriesPerPage + 1);
  const { shown, nextCursor } = toPage(rows, deliveriesPerPage, ({ createdAt, id }) => ({ at: createdAt, id }));
  return { deliveries: shown.map(toDelivery), nextCursor, total };
}

/** Same id, same body; the count of tries restarts. @throws AppError `not-found` */
export async function replayWebhookDelivery(
  context: AppContext,
  actor: Actor,
  scope: TeamScope,
  webhookId: WebhookId,
  deliveryId: WebhookDeliveryId,
): Promise<WebhookDelivery> {
  const { teamId } = scope;
  await requireWebhook(context.db, scope, webhookId);
  const found = await findDelivery(context.db, deliveryId);
  if (found === null || found.webhook.id !== webhookId) throw new AppError("not-found");
  return await context.db.transaction(async (tx) => {
    const again = { state: "waiting", tries: 0, nextAttemptAt: context.clock.now() } as const;
    const row = await updateDelivery(tx, deliveryId, again);
    if (row === null) throw new AppError("not-found");
    await recordEvent(tx, context, {
      actor,
      teamId,
      type: "webhook.replayed",
      subject: { id: webhookId, name: found.webhook.url },
      facts: { type: row.type, messageId: row.messageId },
    });
    await enqueueDelivery(tx, context, row, undefined);
    return toDelivery(row);
  });
}

async function requireWebhook(tx: Tx, scope: TeamScope, webhookId: WebhookId): Promise<WebhookRow> {
  const row = await findWebhook(tx, scope, webhookId);
  if (row === null) throw new AppError("not-found");
  return row;
}

function requireScheme(context: AppContext, url: string): void {
  if (new URL(url).protocol === "https:" || context.config.webhooksToPrivateAddresses) return;
  throw new AppError("invalid-input", { fields: { url: "Must start with https://." } });
}

function describeEvent({ id, url, events, disabledAt }: WebhookRow) {
  return { subject: { id, name: url }, facts: { events: events.join(", "), isOn: disabledAt === null } };
}

function inOrder(events: readonly TeamEventType[]): TeamEventType[] {
  return teamEventTypes.filter((type) => events.includes(type));
}

function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id as WebhookId,
    url: row.url,
    events: row.events,
    createdAt: row.createdAt.toISOString(),
    disabledAt: row.disabledAt?.toISOString() ?? null,
    disabledBecause: row.disabledBecause,
    failingSince: row.failingSince?.toISOString() ?? null,
  };
}

function toDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id as WebhookDeliveryId,
    messageId: row.messageId,
    type: row.type,
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    body: row.body,
    attempts: row.attempts,
  };
}
