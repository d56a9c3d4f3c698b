import type { AccountExportFile } from "@blueprint/contract/account-end";
import type { UserId } from "@blueprint/contract/ids";
import { and, eq, inArray, isNotNull, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { accountExports, passkeys } from "../../db/schema/account.ts";
import { authSessions, authUsers } from "../../db/schema/auth.ts";
import { blueprints } from "../../db/schema/blueprints.ts";
import { claims } from "../../db/schema/claims.ts";
import { notificationPreferences, notificationSettings, notifications } from "../../db/schema/notifications.ts";
import { requests } from "../../db/schema/requests.ts";
import { scans } from "../../db/schema/scans.ts";
import { tasks } from "../../db/schema/tasks.ts";
import { invitations, teamMembers, teams } from "../../db/schema/teams.ts";
import { storedObjects } from "../../db/schema/uploads.ts";
import { users } from "../../db/schema/users.ts";
import { workflows } from "../../db/schema/workflows.ts";

export type ExportRow = typeof accountExports.$inferSelect;

export async function findExport(tx: Tx, userId: UserId): Promise<ExportRow | null> {
  const [row] = await tx.select().from(accountExports).where(eq(accountExports.userId, userId)).for("update");
  return row ?? null;
}

export async function replaceExport(tx: Tx, row: ExportRow): Promise<void> {
  const { userId: _, ...values } = row;
  await tx.insert(accountExports).values(row).onConflictDoUpdate({ target: accountExports.userId, set: values });
}

/** @returns false when another export was started meanwhile, or the user is gone */
export async function endExport(
  tx: Tx,
  { userId, id }: { userId: UserId; id: string },
  end: { state: "ready"; storageKey: string; sizeBytes: number } | { state: "failed" },
): Promise<boolean> {
  const rows = await tx
    .update(accountExports)
    .set(end)
    .where(and(eq(accountExports.userId, userId), eq(accountExports.id, id), eq(accountExports.state, "making")))
    .returning({ id: accountExports.id });
  return rows.length > 0;
}

/** Deletes expired exports. @returns what they stored */
export async function deleteExpiredExports(tx: Tx, now: Date): Promise<string[]> {
  const rows = await tx
    .delete(accountExports)
    .where(lte(accountExports.expiresAt, now))
    .returning({ key: accountExports.storageKey });
  return rows.flatMap(({ key }) => key ?? []);
}

/** Everything stored about one user, except credentials. */
export async function collectRecords(tx: Tx, userId: UserId): Promise<Record<AccountExportFile, unknown>> {
  const { token: _, ...session } = sessionColumns;
  const [profile] = await tx.select().from(users).where(eq(users.uid, userId));
  return {
    profile,
    teams: await tx
      .select({ teamId: teams.id, name: teams.name, role: teamMembers.role, joinedAt: teamMembers.joinedAt })
      .from(teamMembers)
      .innerJoin(teams, eq(teams.id, teamMembers.teamId))
      .where(eq(teamMembers.userId, userId)),
    sessions: await tx.select(session).from(authSessions).where(eq(authSessions.userId, userId)),
    passkeys: await tx
      .select({ name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt })
      .from(passkeys)
      .where(eq(passkeys.userId, userId)),
    notifications: await tx.select().from(notifications).where(eq(notifications.userId, userId)),
    "notification-settings": {
      times: await tx.select().from(notificationSettings).where(eq(notificationSettings.userId, userId)),
      choices: await tx.select().from(notificationPreferences).where(eq(notificationPreferences.userId, userId)),
    },
    requests: await tx.select().from(requests).where(eq(requests.userId, userId)),
    claims: await tx
      .select({ ...claimColumns })
      .from(claims)
      .where(eq(claims.claimantId, userId)),
    tasks: await tx
      .select()
      .from(tasks)
      .where(or(eq(tasks.createdBy, userId), eq(tasks.assigneeId, userId), eq(tasks.doneBy, userId))),
    workflows: await tx.select().from(workflows).where(eq(workflows.createdBy, userId)),
    blueprints: await tx
      .select({ ...blueprintColumns })
      .from(blueprints)
      .where(eq(blueprints.createdBy, userId)),
  };
}

const claimColumns = {
  id: claims.id,
  placeName: claims.placeName,
  placeSlug: claims.placeSlug,
  relation: claims.relation,
  statement: claims.statement,
  stage: claims.stage,
  proof: claims.proof,
  provenAt: claims.provenAt,
  domain: claims.domain,
  mailedTo: claims.mailedTo,
  isAppealed: claims.isAppealed,
  createdAt: claims.createdAt,
};
const sessionColumns = {
  token: authSessions.token,
  createdAt: authSessions.createdAt,
  expiresAt: authSessions.expiresAt,
  ipAddress: authSessions.ipAddress,
  userAgent: authSessions.userAgent,
};
const blueprintColumns = {
  id: blueprints.id,
  teamId: blueprints.teamId,
  name: blueprints.name,
  slug: blueprints.slug,
  industry: blueprints.industry,
  description: blueprints.description,
  address: blueprints.address,
  latitude: blueprints.latitude,
  longitude: blueprints.longitude,
  tags: blueprints.tags,
  cover: blueprints.cover,
  timeZone: blueprints.timeZone,
  placeId: blueprints.placeId,
  floorAreaSquareMetres: blueprints.floorAreaSquareMetres,
  openingHours: blueprints.openingHours,
  facts: blueprints.facts,
  claimState: blueprints.claimState,
  createdAt: blueprints.createdAt,
};

export interface OwnFile {
  storageKey: string;
  /** Path in the zip. */
  path: string;
}

/** Originals and files that the user uploaded and that still exist. */
export async function listOwnFiles(tx: Tx, userId: UserId): Promise<OwnFile[]> {
  const originals = await tx
    .select({ id: scans.id, key: scans.originalKey, name: scans.fileName })
    .from(scans)
    .where(and(eq(scans.createdBy, userId), isNotNull(scans.originalKey), isNull(scans.deletedAt)));
  const files = await tx
    .select({ key: storedObjects.storageKey, name: storedObjects.fullPath })
    .from(storedObjects)
    .where(eq(storedObjects.userId, userId));
  const keys = new Set(originals.map(({ key }) => key));
  const [photo] = await tx.select({ key: users.photoKey }).from(users).where(eq(users.uid, userId));
  return [
    ...originals.map(({ id, key, name }) => ({ storageKey: key ?? "", path: `scans/${id}/${name}` })),
    ...files.filter(({ key }) => !keys.has(key)).map(({ key, name }) => ({ storageKey: key, path: `files/${name}` })),
    ...(photo?.key ? [{ storageKey: photo.key, path: "photo.webp" }] : []),
  ];
}

export async function setDeletionDueAt(tx: Tx, userId: UserId, dueAt: Date | null): Promise<void> {
  await tx.update(users).set({ deletionDueAt: dueAt }).where(eq(users.uid, userId));
}

/** Shared teams that would be left without an owner. */
export async function listTeamsOnlyOwnedBy(tx: Tx, userId: UserId): Promise<{ name: string }[]> {
  const hasOthers = sql`exists (select 1 from ${teamMembers} o where o.team_id = ${teams.id} and o.user_id <> ${userId})`;
  const hasOtherOwner = sql`exists (select 1 from ${teamMembers} o where o.team_id = ${teams.id} and o.user_id <> ${userId} and o.role = 'owner')`;
  return await tx
    .select({ name: teams.name })
    .from(teams)
    .innerJoin(teamMembers, and(eq(teamMembers.teamId, teams.id), eq(teamMembers.userId, userId)))
    .where(and(eq(teamMembers.role, "owner"), isNull(teams.deletedAt), hasOthers, sql`not ${hasOtherOwner}`));
}

export async function listDueDeletions(tx: Tx, now: Date): Promise<UserId[]> {
  const rows = await tx.select({ uid: users.uid }).from(users).where(lte(users.deletionDueAt, now));
  return rows.map(({ uid }) => uid as UserId);
}

/** Locks the user's row until the transaction ends. @returns null when the deletion was undone or done */
export async function lockDueDeletion(tx: Tx, userId: UserId, now: Date) {
  const [row] = await tx
    .select({ photoKey: users.photoKey, dueAt: users.deletionDueAt })
    .from(users)
    .where(and(eq(users.uid, userId), lte(users.deletionDueAt, now)))
    .for("update");
  return row ?? null;
}

/**
 * Moves teams without other members into the bin as of a time, withdraws their open invitations and takes their places
 * offline. A team that has been in the bin for longer keeps its earlier date.
 */
export async function binLonelyTeams(tx: Tx, userId: UserId, since: Date, now: Date): Promise<void> {
  const shared = tx.select({ id: teamMembers.teamId }).from(teamMembers).where(ne(teamMembers.userId, userId));
  const own = tx.select({ id: teamMembers.teamId }).from(teamMembers).where(eq(teamMembers.userId, userId));
  const lonely = await tx
    .update(teams)
    .set({ deletedAt: sql`least(${teams.deletedAt}, ${since.toISOString()}::timestamptz)`, updatedAt: now })
    .where(and(inArray(teams.id, own), sql`${teams.id} not in ${shared}`))
    .returning({ id: teams.id });
  if (lonely.length === 0) return;
  const ids = lonely.map(({ id }) => id);
  await tx
    .update(invitations)
    .set({ revokedAt: now })
    .where(and(inArray(invitations.teamId, ids), isNull(invitations.acceptedAt), isNull(invitations.revokedAt)));
  await tx.update(blueprints).set({ publishedVersion: null, updatedAt: now }).where(inArray(blueprints.teamId, ids));
}

/** Everything that references the account is deleted with its row. */
export async function deleteAccountRow(tx: Tx, userId: UserId): Promise<void> {
  await tx.delete(authUsers).where(eq(authUsers.id, userId));
}
