import type { BlueprintId, TeamId } from "@blueprint/contract/ids";
import { storageBucket } from "@blueprint/contract/limits";
import { toMediaName } from "@blueprint/contract/media";
import type { ScanState } from "@blueprint/contract/scans";
import { and, asc, count, eq, inArray, isNull, like, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { blueprints, blueprintVersions } from "../../db/schema/blueprints.ts";
import { scans } from "../../db/schema/scans.ts";
import { tasks } from "../../db/schema/tasks.ts";
import { storedObjects, uploads } from "../../db/schema/uploads.ts";
import { workflows } from "../../db/schema/workflows.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import type { BlueprintRow } from "../blueprints/blueprints.service.ts";

export type FileRow = typeof storedObjects.$inferSelect;

export interface MovingScan {
  id: string;
  state: ScanState;
  uploadName: string;
  isDeleted: boolean;
}

const movingScan = {
  id: scans.id,
  state: scans.state,
  uploadName: scans.uploadName,
  isDeleted: sql<boolean>`${scans.deletedAt} is not null`,
};

/** All scans of a blueprint, including those in the bin. */
export async function listMovingScans(tx: Tx, scope: TeamScope, id: BlueprintId): Promise<MovingScan[]> {
  return await tx
    .select(movingScan)
    .from(scans)
    .where(and(eq(scans.blueprintId, id), eq(scans.teamId, scope.teamId)))
    .orderBy(asc(scans.id));
}

/**
 * Locks the row; null when another transaction holds it. Changes of a blueprint lock it first and then its team,
 * whereas a move locks the team first: waiting could deadlock.
 */
export async function lockMovingBlueprint(tx: Tx, scope: TeamScope, id: BlueprintId): Promise<BlueprintRow | null> {
  const [row] = await tx
    .select()
    .from(blueprints)
    .where(and(eq(blueprints.id, id), eq(blueprints.teamId, scope.teamId)))
    .for("update", { skipLocked: true });
  return row ?? null;
}

/** Locks the rows of all scans; null when another transaction holds one of them. */
export async function lockMovingScans(tx: Tx, scope: TeamScope, id: BlueprintId): Promise<MovingScan[] | null> {
  const rows = await tx
    .select(movingScan)
    .from(scans)
    .where(and(eq(scans.blueprintId, id), eq(scans.teamId, scope.teamId)))
    .orderBy(asc(scans.id))
    .for("update", { skipLocked: true });
  return rows.length === (await listMovingScans(tx, scope, id)).length ? rows : null;
}

/** Files of a team's content, by id. */
export async function listTeamFiles(tx: Tx, { teamId }: { teamId: TeamId }): Promise<Map<string, FileRow>> {
  const prefix = toMediaName(teamId, "");
  const rows = await tx
    .select()
    .from(storedObjects)
    .where(and(eq(storedObjects.bucket, storageBucket), like(storedObjects.fullPath, `${prefix}%`)));
  return new Map(rows.map((row) => [row.fullPath.slice(prefix.length), row]));
}

/** Ids of the team's picture files used as covers of a blueprint, now or in one of its versions. */
export async function listCoverFileIds(tx: Tx, id: BlueprintId): Promise<string[]> {
  const now = tx.select({ cover: blueprints.cover }).from(blueprints).where(eq(blueprints.id, id));
  const { cover, blueprintId } = blueprintVersions;
  const rows = await now.union(tx.select({ cover }).from(blueprintVersions).where(eq(blueprintId, id)));
  return rows.flatMap((row) => (row.cover?.kind === "file" ? [row.cover.id] : []));
}

/** Whether one of these files is being uploaded to the team. */
export async function isFileUploading(tx: Tx, scope: TeamScope, fileIds: ReadonlySet<string>): Promise<boolean> {
  const prefix = toMediaName(scope.teamId, "");
  const rows = await tx
    .select({ fullPath: uploads.fullPath })
    .from(uploads)
    .where(and(eq(uploads.teamId, scope.teamId), eq(uploads.state, "active"), like(uploads.fullPath, `${prefix}%`)));
  return rows.some(({ fullPath }) => fileIds.has(fullPath.slice(prefix.length)));
}

/** Counts the team's open tasks and workflows about a blueprint. */
export async function countStaying(tx: Tx, scope: TeamScope, id: BlueprintId) {
  const isOpen = and(eq(tasks.teamId, scope.teamId), eq(tasks.blueprintId, id), isNull(tasks.doneAt));
  const [open] = await tx.select({ n: count() }).from(tasks).where(isOpen);
  const ofTeam = and(eq(workflows.teamId, scope.teamId), eq(workflows.blueprintId, id));
  const [rules] = await tx.select({ n: count() }).from(workflows).where(ofTeam);
  return { openTasks: open?.n ?? 0, workflows: rules?.n ?? 0 };
}

/** The caller holds locks on both teams and the blueprint. */
export async function giveBlueprint(tx: Tx, from: TeamScope, to: TeamScope, id: BlueprintId, now: Date): Promise<void> {
  await tx
    .update(blueprints)
    .set({ teamId: to.teamId, updatedAt: now })
    .where(and(eq(blueprints.id, id), eq(blueprints.teamId, from.teamId)));
}

/**
 * Gives a locked scan to another team, with its original under that team's name. The bytes stay where they are: their
 * key is never derived from a name again.
 */
export async function giveScan(
  tx: Tx,
  { id, uploadName }: MovingScan,
  { from, to, downloadToken }: { from: TeamScope; to: TeamScope; downloadToken: string },
): Promise<void> {
  const name = `teams/${to.teamId}/${uploadName.slice(`teams/${from.teamId}/`.length)}`;
  await tx.update(scans).set({ teamId: to.teamId, uploadName: name }).where(eq(scans.id, id));
  await tx
    .update(storedObjects)
    .set({ teamId: to.teamId, fullPath: name, downloadTokens: [downloadToken] })
    .where(and(eq(storedObjects.bucket, storageBucket), eq(storedObjects.fullPath, uploadName)));
  // The sender could query the ended session for some days, but must no longer see the file.
  await tx.delete(uploads).where(and(eq(uploads.scanId, id), eq(uploads.state, "final")));
}

/** Keeps a file that has been added there meanwhile. @returns whether it was added */
export async function insertFile(tx: Tx, row: typeof storedObjects.$inferInsert): Promise<boolean> {
  return (await tx.insert(storedObjects).values(row).onConflictDoNothing().returning()).length > 0;
}

export async function listBlueprintIds(tx: Tx, teamId: TeamId): Promise<BlueprintId[]> {
  const rows = await tx.select({ id: blueprints.id }).from(blueprints).where(eq(blueprints.teamId, teamId));
  return rows.map(({ id }) => id as BlueprintId);
}

/** Deletes the rows of a team's content files. @returns their storage keys */
export async function deleteFiles(tx: Tx, teamId: TeamId, fileIds: readonly string[]): Promise<string[]> {
  if (fileIds.length === 0) return [];
  const names = fileIds.map((fileId) => toMediaName(teamId, fileId));
  const rows = await tx
    .delete(storedObjects)
    .where(and(eq(storedObjects.bucket, storageBucket), inArray(storedObjects.fullPath, names)))
    .returning({ storageKey: storedObjects.storageKey });
  return rows.map(({ storageKey }) => storageKey);
}
