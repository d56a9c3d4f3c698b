import type { TeamId, UserId } from "@blueprint/contract/ids";
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, ne } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { blueprints } from "../../db/schema/blueprints.ts";
import { scans } from "../../db/schema/scans.ts";
import { invitations, teamMembers, teams } from "../../db/schema/teams.ts";
import { storedObjects } from "../../db/schema/uploads.ts";
import type { TeamScope } from "../../platform/http/scope.ts";

export async function moveTeamToBin(tx: Tx, scope: TeamScope, userId: UserId, now: Date): Promise<void> {
  await tx.update(teams).set({ deletedAt: now, deletedBy: userId, updatedAt: now }).where(eq(teams.id, scope.teamId));
}

/** Withdraws every open invitation of a team. */
export async function revokeOpenInvitationsOf(tx: Tx, scope: TeamScope, now: Date): Promise<void> {
  await tx
    .update(invitations)
    .set({ revokedAt: now })
    .where(and(eq(invitations.teamId, scope.teamId), isNull(invitations.acceptedAt), isNull(invitations.revokedAt)));
}

export async function takeTeamFromBin(tx: Tx, teamId: TeamId, now: Date): Promise<void> {
  await tx.update(teams).set({ deletedAt: null, deletedBy: null, updatedAt: now }).where(eq(teams.id, teamId));
}

/** Teams that a user owns and that were binned after `since`, the latest first. */
export async function listBinnedTeamsOf(tx: Tx, userId: UserId, since: Date) {
  const rows = await tx
    .select({ teamId: teams.id, name: teams.name, deletedAt: teams.deletedAt })
    .from(teamMembers)
    .innerJoin(teams, eq(teams.id, teamMembers.teamId))
    .where(and(eq(teamMembers.userId, userId), eq(teamMembers.role, "owner"), gt(teams.deletedAt, since)))
    .orderBy(desc(teams.deletedAt));
  return rows as { teamId: string; name: string; deletedAt: Date }[];
}

export async function isBinned(tx: Tx, teamId: TeamId): Promise<boolean> {
  return (await tx.$count(teams, and(eq(teams.id, teamId), isNotNull(teams.deletedAt)))) > 0;
}

/** Locks and returns a binned team; null when it is not in the bin. */
export async function lockBinnedTeam(tx: Tx, teamId: TeamId): Promise<{ name: string; deletedAt: Date } | null> {
  const [row] = await tx
    .select({ name: teams.name, deletedAt: teams.deletedAt })
    .from(teams)
    .where(and(eq(teams.id, teamId), isNotNull(teams.deletedAt)))
    .for("update");
  return (row as { name: string; deletedAt: Date } | undefined) ?? null;
}

export async function listTeamsBinnedUntil(tx: Tx, until: Date): Promise<TeamId[]> {
  const rows = await tx.select({ id: teams.id }).from(teams).where(lte(teams.deletedAt, until)).orderBy(asc(teams.id));
  return rows.map(({ id }) => id as TeamId);
}

/** Storage of a team: keys of its files, and its scans and blueprints, whose deliveries and signs are folders. */
export async function listBytesOfTeam(
  tx: Tx,
  teamId: TeamId,
): Promise<{ keys: string[]; scanIds: string[]; blueprintIds: string[] }> {
  const files = await tx
    .select({ key: storedObjects.storageKey })
    .from(storedObjects)
    .where(eq(storedObjects.teamId, teamId));
  const ofScans = await tx.select({ id: scans.id, key: scans.originalKey }).from(scans).where(eq(scans.teamId, teamId));
  const originals = ofScans.flatMap(({ key }) => (key === null ? [] : [key]));
  const own = await tx.select({ id: blueprints.id }).from(blueprints).where(eq(blueprints.teamId, teamId));
  return {
    keys: [...new Set([...files.map(({ key }) => key), ...originals])],
    scanIds: ofScans.map(({ id }) => id),
    blueprintIds: own.map(({ id }) => id),
  };
}

/** The keys whose bytes belong to another team. */
export async function listKeysOfOthers(tx: Tx, teamId: TeamId, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const files = await tx
    .select({ key: storedObjects.storageKey })
    .from(storedObjects)
    .where(and(inArray(storedObjects.storageKey, [...keys]), ne(storedObjects.teamId, teamId)));
  const originals = await tx
    .select({ key: scans.originalKey })
    .from(scans)
    .where(and(inArray(scans.originalKey, [...keys]), ne(scans.teamId, teamId)));
  return new Set([...files, ...originals].flatMap(({ key }) => (key === null ? [] : [key])));
}

/** Deletes all rows of a team for good. */
export async function deleteTeamRows(tx: Tx, teamId: TeamId): Promise<void> {
  await tx.delete(blueprints).where(eq(blueprints.teamId, teamId));
  await tx.delete(teams).where(and(eq(teams.id, teamId), isNotNull(teams.deletedAt)));
}
