import type { TeamId, UserId } from "@blueprint/contract/ids";
import type { NotificationDelivery, NotificationKind, NotificationSettings } from "@blueprint/contract/notifications";
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { ChangeAudience, ChangeNotice } from "../../db/change-notices.ts";
import type { Tx } from "../../db/database.ts";
import { isBehind } from "../../db/newest-first.ts";
import { authUsers } from "../../db/schema/auth.ts";
import { blueprints } from "../../db/schema/blueprints.ts";
import {
  notificationPreferences,
  notificationSettings,
  notifications,
  pushDevices,
} from "../../db/schema/notifications.ts";
import { teamVisits } from "../../db/schema/team-visits.ts";
import { teamMembers } from "../../db/schema/teams.ts";
import { users } from "../../db/schema/users.ts";
import type { PageCursor } from "../../platform/page-cursor.ts";

export type NotificationRow = typeof notifications.$inferSelect;
export type PushDeviceRow = typeof pushDevices.$inferSelect;
export type Deliveries = Partial<Record<NotificationKind, NotificationDelivery>>;

/** Tells every server that an inbox changed; the payload is the user's id. */
export const inboxChangedChannel = "inbox_changed";

/** @returns those that did not exist */
export async function insertNotifications(
  tx: Tx,
  rows: (typeof notifications.$inferInsert)[],
): Promise<{ id: string; userId: string }[]> {
  const { id, userId } = notifications;
  return await tx.insert(notifications).values(rows).onConflictDoNothing().returning({ id, userId });
}

export async function announceInboxChange(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${inboxChangedChannel}, ${userId})`);
}

/** Which of the people may see the subject of each notice. */
export async function listConcernedPeople(
  tx: Tx,
  people: readonly UserId[],
  notices: readonly ChangeNotice[],
): Promise<ReadonlySet<string>[]> {
  const idsOf = (audience: ChangeAudience) => [
    ...new Set(notices.filter((notice) => notice.audience === audience).map(({ id }) => id)),
  ];
  const [teamIds, blueprintIds] = [idsOf("team"), idsOf("blueprint")];
  const homes =
    blueprintIds.length === 0
      ? []
      : await tx
          .select({ id: blueprints.id, teamId: blueprints.teamId })
          .from(blueprints)
          .where(inArray(blueprints.id, blueprintIds));
  const wanted = [...new Set([...teamIds, ...homes.map(({ teamId }) => teamId)])];
  const { teamId, userId } = teamMembers;
  const visitor = { teamId: teamVisits.teamId, userId: teamVisits.operatorId };
  const insiders =
    wanted.length === 0
      ? []
      : await tx
          .select({ teamId, userId })
          .from(teamMembers)
          .where(and(inArray(teamId, wanted), inArray(userId, [...people])))
          .union(
            tx
              .select(visitor)
              .from(teamVisits)
              .where(
                and(
                  inArray(teamVisits.teamId, wanted),
                  inArray(teamVisits.operatorId, [...people]),
                  gt(teamVisits.endsAt, sql`now()`),
                ),
              ),
          );
  const operators = notices.some(({ audience }) => audience === "operators")
    ? await tx
        .select({ id: authUsers.id })
        .from(authUsers)
        .where(and(inArray(authUsers.id, [...people]), authUsers.isOperator))
    : [];
  const insidersOf = (id: string | undefined) =>
    new Set(insiders.filter((insider) => insider.teamId === id).map((insider) => insider.userId));
  const findConcerned = ({ audience, id }: ChangeNotice): ReadonlySet<string> => {
    switch (audience) {
      case "team":
        return insidersOf(id);
      case "blueprint":
        return insidersOf(homes.find((home) => home.id === id)?.teamId);
      case "user":
        return new Set([id]);
      case "operators":
        return new Set(operators.map((operator) => operator.id));
      case "everybody":
        return new Set(people);
    }
  };
  return notices.map(findConcerned);
}

export async function listInbox(
  tx: Tx,
  userId: UserId,
  after: PageCursor | null,
  limit: number,
): Promise<NotificationRow[]> {
  const { createdAt, id } = notifications;
  return await tx
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, userId), isBehind(createdAt, id, after)))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}

export async function countInbox(tx: Tx, userId: UserId): Promise<{ total: number; unreadCount: number }> {
  const [row] = await tx
    .select({ total: count(), unreadCount: sql<number>`count(*) filter (where ${notifications.readAt} is null)::int` })
    .from(notifications)
    .where(eq(notifications.userId, userId));
  return row ?? { total: 0, unreadCount: 0 };
}

export async function countUnread(tx: Tx, userId: string): Promise<number> {
  return await tx.$count(notifications, and(eq(notifications.userId, userId), isNull(notifications.readAt)));
}

export async function markRead(
  tx: Tx,
  userId: UserId,
  which: { ids: readonly string[] } | { upTo: string },
  now: Date,
): Promise<void> {
  const chosen =
    "ids" in which
      ? inArray(notifications.id, [...which.ids])
      : lte(
          notifications.createdAt,
          tx
            .select({ createdAt: notifications.createdAt })
            .from(notifications)
            .where(and(eq(notifications.id, which.upTo), eq(notifications.userId, userId))),
        );
  await tx
    .update(notifications)
    .set({ readAt: now })
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt), chosen));
}

/** A notification created as read is still delivered as its user wishes: they have not opened it yet. */
const isUnreadSinceMade = or(isNull(notifications.readAt), eq(notifications.readAt, notifications.createdAt));

/**
 * A notification that was not read since it was created, with its recipient. Null when it was read, or the recipient is
 * gone or disabled.
 */
export async function findUnreadForDelivery(tx: Tx, id: string) {
  const [row] = await tx
    .select({ notification: notifications, email: authUsers.email })
    .from(notifications)
    .innerJoin(authUsers, eq(authUsers.id, notifications.userId))
    .where(and(eq(notifications.id, id), isUnreadSinceMade, isNull(authUsers.disabledAt)));
  return row ?? null;
}

export async function findSettings(tx: Tx, userId: string) {
  const [row] = await tx.select().from(notificationSettings).where(eq(notificationSettings.userId, userId));
  return row ?? null;
}

export async function saveSettings(
  tx: Tx,
  userId: UserId,
  { timeZone, quietHours, digestAt }: NotificationSettings,
): Promise<void> {
  const values = { timeZone, quietFrom: quietHours?.from ?? null, quietTo: quietHours?.to ?? null, digestAt };
  await tx
    .insert(notificationSettings)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: notificationSettings.userId, set: values });
}

export async function listDeliveries(
  tx: Tx,
  userId: string,
): Promise<{ teamId: string | null; deliveries: Deliveries }[]> {
  const { teamId, deliveries } = notificationPreferences;
  return await tx
    .select({ teamId, deliveries })
    .from(notificationPreferences)
    .where(eq(notificationPreferences.userId, userId));
}

export async function saveDelivery(
  tx: Tx,
  userId: UserId,
  { teamId, kind, delivery }: { teamId: TeamId | null; kind: NotificationKind; delivery: NotificationDelivery },
): Promise<void> {
  await tx
    .insert(notificationPreferences)
    .values({ userId, teamId, deliveries: { [kind]: delivery } })
    .onConflictDoUpdate({
      target: [notificationPreferences.userId, notificationPreferences.teamId],
      set: { deliveries: sql`${notificationPreferences.deliveries} || excluded.deliveries` },
    });
}

export async function putInDigest(tx: Tx, id: string): Promise<void> {
  await tx.update(notifications).set({ inNextDigest: true }).where(eq(notifications.id, id));
}

/** Users with notifications that wait for their digest. */
export async function listDigestReaders(tx: Tx) {
  return await tx
    .selectDistinct({ userId: notifications.userId, email: authUsers.email, settings: notificationSettings })
    .from(notifications)
    .innerJoin(authUsers, and(eq(authUsers.id, notifications.userId), isNull(authUsers.disabledAt)))
    .leftJoin(notificationSettings, eq(notificationSettings.userId, notifications.userId))
    .where(eq(notifications.inNextDigest, true));
}

/** Takes what waits for a user's digest, oldest first, without what they have read meanwhile. */
export async function takeDigest(tx: Tx, userId: string): Promise<NotificationRow[]> {
  const taken = await tx
    .update(notifications)
    .set({ inNextDigest: false })
    .where(and(eq(notifications.userId, userId), eq(notifications.inNextDigest, true)))
    .returning();
  return taken
    .filter(({ readAt, createdAt }) => readAt === null || readAt.getTime() === createdAt.getTime())
    .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

export async function recordDigest(
  tx: Tx,
  userId: string,
  defaults: { timeZone: string; digestAt: string },
  now: Date,
): Promise<void> {
  await tx
    .insert(notificationSettings)
    .values({ userId, ...defaults, lastDigestAt: now })
    .onConflictDoUpdate({ target: notificationSettings.userId, set: { lastDigestAt: now } });
}

export async function listPushDevices(tx: Tx, userId: string): Promise<PushDeviceRow[]> {
  return await tx.select().from(pushDevices).where(eq(pushDevices.userId, userId)).orderBy(asc(pushDevices.createdAt));
}

export async function findPushDevice(tx: Tx, endpoint: string): Promise<PushDeviceRow | null> {
  const [row] = await tx.select().from(pushDevices).where(eq(pushDevices.endpoint, endpoint));
  return row ?? null;
}

/** A browser belongs to the user who subscribed with it last. @returns its previous user, or null */
export async function savePushDevice(tx: Tx, device: typeof pushDevices.$inferInsert): Promise<string | null> {
  const { endpoint, ...values } = device;
  const [before] = await tx
    .select({ userId: pushDevices.userId })
    .from(pushDevices)
    .where(eq(pushDevices.endpoint, endpoint))
    .for("update");
  await tx.insert(pushDevices).values(device).onConflictDoUpdate({ target: pushDevices.endpoint, set: values });
  return before?.userId ?? null;
}

/** Locks the user's row until the transaction ends and deletes the oldest subscriptions until `max` are left. */
export async function keepNewestPushDevices(tx: Tx, userId: UserId, max: number): Promise<void> {
  await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, userId)).for("no key update");
  const beyond = tx
    .select({ endpoint: pushDevices.endpoint })
    .from(pushDevices)
    .where(eq(pushDevices.userId, userId))
    .orderBy(desc(pushDevices.createdAt), desc(pushDevices.endpoint))
    .offset(max);
  await tx.delete(pushDevices).where(inArray(pushDevices.endpoint, beyond));
}

export async function deletePushDevice(tx: Tx, endpoint: string, userId?: UserId): Promise<string | null> {
  const isOwn = userId === undefined ? undefined : eq(pushDevices.userId, userId);
  const [row] = await tx
    .delete(pushDevices)
    .where(and(eq(pushDevices.endpoint, endpoint), isOwn))
    .returning({ userId: pushDevices.userId });
  return row?.userId ?? null;
}

/** spec §3: `deviceToken` is where pushes go: the browser that subscribed last, empty for none. */
export async function updateDeviceToken(tx: Tx, userId: string): Promise<void> {
  const newest = sql`coalesce((
    select ${pushDevices.endpoint} from ${pushDevices} where ${pushDevices.userId} = ${userId}
    order by ${pushDevices.createdAt} desc limit 1), '')`;
  await tx.update(users).set({ deviceToken: newest }).where(eq(users.uid, userId));
}

/** Deletes read notifications from before a time; unread ones stay. @returns how many were deleted */
export async function deleteReadBefore(tx: Tx, before: Date): Promise<number> {
  const rows = await tx
    .delete(notifications)
    .where(and(isNotNull(notifications.readAt), lt(notifications.createdAt, before)))
    .returning({ id: notifications.id });
  return rows.length;
}
