import type { TeamId, UserId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import {
  type Notification,
  type NotificationDelivery,
  type NotificationKind,
  type NotificationPreferences,
  type NotificationSettings,
  notificationKinds,
} from "@blueprint/contract/notifications";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { readPageCursor, toPage } from "../../platform/page-cursor.ts";
import { findPushContact } from "../installation-settings/installation-settings.service.ts";
import { toDeviceWords } from "../people/sessions.service.ts";
import { listMemberships } from "../teams/teams.service.ts";
import {
  announceInboxChange,
  countInbox,
  countUnread,
  type Deliveries,
  deletePushDevice,
  findSettings,
  keepNewestPushDevices,
  listDeliveries,
  listInbox,
  listPushDevices,
  markRead,
  type NotificationRow,
  saveDelivery,
  savePushDevice,
  saveSettings,
  updateDeviceToken,
} from "./notifications.repository.ts";
import { isPushService } from "./push.policy.ts";
import { toVapidPublicKey } from "./vapid.ts";

const perPage = 30;
export const defaultSettings = { timeZone: "UTC", quietHours: null, digestAt: "08:00" } satisfies NotificationSettings;

export async function listOwnNotifications(context: AppContext, actor: Actor, cursor: string | undefined) {
  const position = cursor === undefined ? null : readPageCursor(cursor);
  const rows = await listInbox(context.db, actor.userId, position, perPage + 1);
  const { shown, nextCursor } = toPage(rows, perPage, ({ createdAt, id }) => ({ at: createdAt, id }));
  return { notifications: shown.map(toNotification), nextCursor, ...(await countInbox(context.db, actor.userId)) };
}

export async function readNotifications(
  context: AppContext,
  actor: Actor,
  which: { ids: readonly string[] } | { upTo: string },
): Promise<{ unreadCount: number }> {
  return await context.db.transaction(async (tx) => {
    await markRead(tx, actor.userId, which, context.clock.now());
    await announceInboxChange(tx, actor.userId);
    return { unreadCount: await countUnread(tx, actor.userId) };
  });
}

export async function getPreferences(context: AppContext, actor: Actor): Promise<NotificationPreferences> {
  const { db, secrets } = context;
  const [teams, chosen, devices, pushContact] = await Promise.all([
    listMemberships(db, actor),
    listDeliveries(db, actor.userId),
    listPushDevices(db, actor.userId),
    findPushContact(db, context),
  ]);
  const of = (teamId: TeamId | null) =>
    toDeliveries(teamId !== null, chosen.find((one) => one.teamId === teamId)?.deliveries);
  return {
    settings: await getSettings(db, actor.userId),
    personal: of(null),
    teams: teams.map(({ teamId, name }) => ({ teamId, name, deliveries: of(teamId) })),
    pushDevices: devices.map(({ endpoint, userAgent, createdAt }) => ({
      endpoint,
      device: toDeviceWords(userAgent),
      createdAt: createdAt.toISOString(),
    })),
    pushPublicKey: pushContact === null ? null : toVapidPublicKey(secrets.vapidPrivateKey),
  };
}

export async function getSettings(tx: Tx, userId: string): Promise<NotificationSettings> {
  const row = await findSettings(tx, userId);
  if (row === null) return defaultSettings;
  const { timeZone, quietFrom, quietTo, digestAt } = row;
  return {
    timeZone,
    digestAt,
    quietHours: quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo },
  };
}

/** How one kind is delivered to a user, in one team or outside of any. */
export async function findDelivery(
  tx: Tx,
  userId: string,
  kind: NotificationKind,
  teamId: string | null,
): Promise<NotificationDelivery> {
  const chosen = (await listDeliveries(tx, userId)).find((one) => one.teamId === teamId);
  const { email, push } = notificationKinds[kind];
  return chosen?.deliveries[kind] ?? { email, push };
}

export async function savePersonSettings(context: AppContext, actor: Actor, settings: NotificationSettings) {
  await saveSettings(context.db, actor.userId, settings);
  return getPreferences(context, actor);
}

/** @throws AppError `not-found` for a team the caller is not in */
export async function savePersonDelivery(
  context: AppContext,
  actor: Actor,
  choice: { teamId: TeamId | null; kind: NotificationKind; delivery: NotificationDelivery },
) {
  if (choice.teamId !== null) {
    const teams = await listMemberships(context.db, actor);
    if (!teams.some(({ teamId }) => teamId === choice.teamId)) throw new AppError("not-found");
  }
  await saveDelivery(context.db, actor.userId, choice);
  return getPreferences(context, actor);
}

/**
 * @throws AppError `push-off` while no contact for push services is known, `push-service-unknown` for an endpoint of an
 * unknown push service: the server will call it
 */
export async function addPushDevice(
  context: AppContext,
  actor: Actor,
  { endpoint, keys, userAgent }: { endpoint: string; keys: { p256dh: string; auth: string }; userAgent: string },
) {
  if ((await findPushContact(context.db, context)) === null) throw new AppError("push-off");
  if (!isPushService(endpoint, context.config.pushOrigins)) throw new AppError("push-service-unknown");
  await context.db.transaction(async (tx) => {
    const createdAt = context.clock.now();
    const before = await savePushDevice(tx, { endpoint, userId: actor.userId, ...keys, userAgent, createdAt });
    await keepNewestPushDevices(tx, actor.userId, limits.pushDevicesPerPersonMax);
    await updateDeviceToken(tx, actor.userId);
    if (before !== null && before !== actor.userId) await updateDeviceToken(tx, before);
  });
  return getPreferences(context, actor);
}

export async function removePushDevice(context: AppContext, actor: Actor, endpoint: string) {
  await forgetPushDevice(context, endpoint, actor.userId);
  return getPreferences(context, actor);
}

/** For a browser that is gone, or that its user removed. */
export async function forgetPushDevice(context: AppContext, endpoint: string, userId?: UserId): Promise<void> {
  await context.db.transaction(async (tx) => {
    const owner = await deletePushDevice(tx, endpoint, userId);
    if (owner !== null) await updateDeviceToken(tx, owner);
  });
}

function toDeliveries(ofTeam: boolean, chosen: Deliveries = {}): Deliveries {
  return Object.fromEntries(
    Object.entries(notificationKinds)
      .filter(([, kind]) => kind.ofTeam === ofTeam)
      .map(([name, { email, push }]) => [name, chosen[name as NotificationKind] ?? { email, push }]),
  );
}

function toNotification({ id, kind, title, body, path, createdAt, readAt }: NotificationRow): Notification {
  return { id, kind, title, body, path, createdAt: createdAt.toISOString(), isRead: readAt !== null };
}
