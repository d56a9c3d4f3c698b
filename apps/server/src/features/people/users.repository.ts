import type { UserId } from "@blueprint/contract/ids";
import type { OnboardingAnswers } from "@blueprint/contract/users";
import { and, eq, getTableColumns, inArray, or, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { authAccounts, authUsers } from "../../db/schema/auth.ts";
import { users } from "../../db/schema/users.ts";
import { batchReads } from "../../platform/read-path/batch-reads.ts";
import { prepareRead } from "../../platform/read-path/prepared-read.ts";

export type UserRow = typeof users.$inferSelect;

const readUsersById = prepareRead(
  getTableColumns(users),
  users,
  sql`${users.uid} = any(${sql.placeholder("uids")}::uuid[])`,
);

export const findUser = batchReads(async (tx: Tx, uids: UserId[]) => {
  const rows = await readUsersById(tx, { uids });
  const byId = new Map<string, UserRow>(rows.map((row) => [row.uid, row]));
  return uids.map((uid) => byId.get(uid) ?? null);
});

export interface OnboardingChange {
  onboarding: OnboardingAnswers;
  finishedOnboarding?: true;
  mappingOptIn?: boolean;
}

/** @returns the answers so far, with their row locked; null without a profile */
export async function updateOnboarding(
  tx: Tx,
  uid: UserId,
  change: OnboardingChange,
): Promise<OnboardingAnswers | null> {
  const [before] = await tx
    .select({ onboarding: users.onboarding })
    .from(users)
    .where(eq(users.uid, uid))
    .for("no key update");
  await tx.update(users).set(change).where(eq(users.uid, uid));
  return before?.onboarding ?? null;
}

export async function appendCreatedBlueprint(tx: Tx, uid: UserId, blueprintId: string): Promise<void> {
  await tx
    .update(users)
    .set({
      createdBlueprintIds: sql`(${users.createdBlueprintIds} - ${blueprintId}::text) || to_jsonb(${blueprintId}::text)`,
    })
    .where(eq(users.uid, uid));
}

export async function hasPassword(tx: Tx, uid: UserId): Promise<boolean> {
  return (
    (await tx.$count(authAccounts, and(eq(authAccounts.userId, uid), eq(authAccounts.providerId, "credential")))) > 0
  );
}

export interface OwnFields {
  name?: string | undefined;
  deviceToken?: string | undefined;
  preferredModelScales?: number[] | undefined;
  preferredRoomTypes?: string[] | undefined;
  preferredColors?: string[] | undefined;
}

/** @returns null without a profile */
export async function updateOwnFields(
  tx: Tx,
  uid: UserId,
  fields: OwnFields & { username?: string },
): Promise<UserRow | null> {
  if (Object.keys(fields).length === 0) return await findUser(tx, uid);
  const [row] = await tx.update(users).set(fields).where(eq(users.uid, uid)).returning();
  return row ?? null;
}

export interface NotedUse {
  /** Name that it is counted under. */
  feature: string | null;
  uploadedFileId: string | null;
  connectedBlueprintId: string | null;
  isShared: boolean;
}

/** Adds to the usage in a user's profile. Lists keep their newest `idsMax` entries. */
export async function addUse(tx: Tx, uid: UserId, use: NotedUse, idsMax: number, featuresMax: number): Promise<void> {
  const counts =
    use.feature === null
      ? sql`${users.featureUsageCount}`
      : sql`jsonb_set(${users.featureUsageCount}, array[${use.feature}::text],
          to_jsonb(coalesce((${users.featureUsageCount} ->> ${use.feature}::text)::int, 0) + 1))`;
  await tx
    .update(users)
    .set({
      featureUsageCount: counts,
      mostUsedFeatures: sql`coalesce((select jsonb_agg(feature order by place) from (
        select feature, row_number() over (order by count::int desc, feature) as place
        from jsonb_each_text(${counts}) as counted(feature, count)) as ranked where place <= ${featuresMax}), '[]')`,
      ...(use.isShared ? { sharedContentCount: sql`${users.sharedContentCount} + 1` } : {}),
      ...(use.uploadedFileId === null
        ? {}
        : {
            uploadedContentCount: sql`${users.uploadedContentCount} + 1`,
            uploadedFileIds: appended(users.uploadedFileIds, use.uploadedFileId, idsMax),
          }),
      ...(use.connectedBlueprintId === null
        ? {}
        : { connectedBlueprintIds: appended(users.connectedBlueprintIds, use.connectedBlueprintId, idsMax) }),
    })
    .where(eq(users.uid, uid));
}

/** An id that is already in the list moves to its end. */
function appended(column: typeof users.uploadedFileIds | typeof users.connectedBlueprintIds, id: string, max: number) {
  const grown = sql`(${column} - ${id}::text) || to_jsonb(${id}::text)`;
  return sql`case when jsonb_array_length(${grown}) > ${max} then (${grown}) - 0 else ${grown} end`;
}

/** The name that teams and sessions show. */
export async function renameAccount(tx: Tx, uid: UserId, name: string, now: Date): Promise<void> {
  await tx.update(authUsers).set({ name, updatedAt: now }).where(eq(authUsers.id, uid));
}

/**
 * Records that a user is present. Calendar days are in UTC: the next one extends the streak by one, a later one
 * restarts it. Without a sign-in it writes only what is new, at most once per day and device type.
 */
export async function updatePresence(
  tx: Tx,
  uid: UserId,
  { now, deviceType, isSignIn }: { now: Date; deviceType: string | null; isSignIn: boolean },
): Promise<void> {
  const at = now.toISOString();
  const daysSince = sql`((${at}::timestamptz at time zone 'UTC')::date - (${users.lastSessionDate} at time zone 'UTC')::date)`;
  const isNewDevice = deviceType === null ? sql`false` : sql`not ${users.deviceTypes} @> to_jsonb(${deviceType}::text)`;
  await tx
    .update(users)
    .set({
      lastSessionDate: now,
      dailyActiveStreak: sql`case when ${daysSince} <= 0 then ${users.dailyActiveStreak} when ${daysSince} = 1 then ${users.dailyActiveStreak} + 1 else 1 end`,
      deviceTypes: sql`case when ${isNewDevice} then ${users.deviceTypes} || to_jsonb(${deviceType}::text) else ${users.deviceTypes} end`,
      ...(isSignIn ? { lastLoginAt: now, numSessions: sql`${users.numSessions} + 1` } : {}),
    })
    .where(isSignIn ? eq(users.uid, uid) : and(eq(users.uid, uid), or(sql`${daysSince} > 0`, isNewDevice)));
}

/** Names of accounts that still exist. */
export async function listNames(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: authUsers.id, name: authUsers.name })
    .from(authUsers)
    .where(inArray(authUsers.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row.name]));
}
