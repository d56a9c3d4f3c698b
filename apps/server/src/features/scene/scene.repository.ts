import type { BlueprintId, TeamId, UserId } from "@blueprint/contract/ids";
import { and, asc, eq, gt, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database, Tx } from "../../db/database.ts";
import { blueprints } from "../../db/schema/blueprints.ts";
import { historyShares, sceneSizes, sceneSnapshots, sceneUpdates } from "../../db/schema/scene.ts";

export interface NewSceneUpdate {
  readonly update: Uint8Array;
  readonly authorId: UserId | null;
  /** Edits in the update. */
  readonly changeCount: number;
  /** Written by a member who may only comment: it counts against their share of the history. */
  readonly isFromShare?: boolean | undefined;
}

export interface StoredScene {
  /** Null before the first compaction. */
  readonly snapshot: Uint8Array | null;
  /** Updates after the snapshot, oldest first. */
  readonly updates: readonly Uint8Array[];
  /** Edits in these updates. */
  readonly editCount: number;
  /** Id of the last row read; 0 when nothing was ever stored. */
  readonly throughUpdateId: number;
}

/**
 * In PostgreSQL's notation. A caller that waits longer retries, and those queued behind it learn that saving takes
 * time.
 */
const lockWaitMax = "10s";
/** A server frozen in the middle of writing loses its lock after this; once thawed, it writes again. */
const lockedPauseMax = "4s";

/**
 * Locks a document's history until the transaction ends. Ids come from a sequence, so without the lock a row could
 * become visible after a higher one, and a snapshot made in between would omit it for good.
 */
export async function lockSceneHistory(tx: Tx, blueprintId: BlueprintId): Promise<void> {
  // The timeouts also apply to the rest of the transaction.
  await tx.execute(sql`select set_config('lock_timeout', ${lockWaitMax}, true),
    set_config('idle_in_transaction_session_timeout', ${lockedPauseMax}, true)`);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`scene/${blueprintId}`}, 0))`);
}

/** Call it under `lockSceneHistory`. */
export async function insertSceneUpdates(
  tx: Tx,
  blueprintId: BlueprintId,
  updates: readonly NewSceneUpdate[],
  now: Date,
): Promise<void> {
  const rows = updates.map(({ update, authorId, changeCount }) => ({
    update,
    authorId,
    changeCount,
    blueprintId,
    createdAt: now,
  }));
  const editBytes = updates.reduce((sum, { update }) => sum + update.byteLength, 0);
  await tx.insert(sceneUpdates).values(rows);
  await tx
    .insert(sceneSizes)
    .values({ blueprintId, editBytes })
    .onConflictDoUpdate({
      target: sceneSizes.blueprintId,
      set: { editBytes: sql`${sceneSizes.editBytes} + ${editBytes}` },
    });
}

/**
 * Adds to what a user has used today of their share of a document's history. Rows of earlier days are no longer needed.
 */
export async function addToHistoryShare(
  tx: Tx,
  blueprintId: BlueprintId,
  userId: UserId,
  { day, bytes }: { day: string; bytes: number },
): Promise<void> {
  const isTheirs = and(eq(historyShares.blueprintId, blueprintId), eq(historyShares.userId, userId));
  await tx.delete(historyShares).where(and(isTheirs, lt(historyShares.day, day)));
  await tx
    .insert(historyShares)
    .values({ blueprintId, userId, day, bytes })
    .onConflictDoUpdate({
      target: [historyShares.blueprintId, historyShares.userId, historyShares.day],
      set: { bytes: sql`${historyShares.bytes} + ${bytes}` },
    });
}

/** A user's usage on a day in all documents of a blueprint's team; null when the blueprint is gone. */
export async function findHistoryShare(
  tx: Tx,
  blueprintId: BlueprintId,
  userId: UserId,
  day: string,
): Promise<{ teamId: TeamId; bytes: number } | null> {
  const ofTeam = alias(blueprints, "of_team");
  const taken = tx
    .select({ bytes: sql<string>`coalesce(sum(${historyShares.bytes}), 0)` })
    .from(historyShares)
    .innerJoin(ofTeam, eq(ofTeam.id, historyShares.blueprintId))
    .where(and(eq(ofTeam.teamId, blueprints.teamId), eq(historyShares.userId, userId), eq(historyShares.day, day)));
  const [row] = await tx
    .select({ teamId: blueprints.teamId, bytes: sql<string>`(${taken})` })
    .from(blueprints)
    .where(eq(blueprints.id, blueprintId));
  return row === undefined ? null : { teamId: row.teamId as TeamId, bytes: Number(row.bytes) };
}

/**
 * What is stored of a document after an update; without one, everything. Call it in a `repeatable read` transaction:
 * compaction may move rows between the statements.
 */
export async function findStoredScene(tx: Tx, blueprintId: BlueprintId, afterUpdateId = -1): Promise<StoredScene> {
  // A snapshot that contains later updates replaces them.
  const [snapshot] = await tx
    .select({ state: sceneSnapshots.state, throughUpdateId: sceneSnapshots.throughUpdateId })
    .from(sceneSnapshots)
    .where(and(eq(sceneSnapshots.blueprintId, blueprintId), gt(sceneSnapshots.throughUpdateId, afterUpdateId)));
  const through = snapshot?.throughUpdateId ?? Math.max(0, afterUpdateId);
  const rows = await tx
    .select({ id: sceneUpdates.id, update: sceneUpdates.update, changeCount: sceneUpdates.changeCount })
    .from(sceneUpdates)
    .where(and(eq(sceneUpdates.blueprintId, blueprintId), gt(sceneUpdates.id, through)))
    .orderBy(asc(sceneUpdates.id));
  return {
    snapshot: snapshot?.state ?? null,
    updates: rows.map((row) => row.update),
    editCount: rows.reduce((sum, { changeCount }) => sum + changeCount, 0),
    throughUpdateId: rows.at(-1)?.id ?? through,
  };
}

/** Id of the last stored update of each document, whether it has been compacted or not. */
export async function findLastUpdateIds(
  db: Database,
  blueprintIds: readonly BlueprintId[],
): Promise<ReadonlyMap<BlueprintId, number>> {
  const asked = sql`(select unnest(${sql.param(blueprintIds)}::uuid[]) as id) as asked`;
  const { rows } = await db.execute<{ id: BlueprintId; last: string }>(sql`
    select asked.id, greatest(
      (select max(${sceneUpdates.id}) from ${sceneUpdates} where ${sceneUpdates.blueprintId} = asked.id),
      (select max(${sceneSnapshots.throughUpdateId}) from ${sceneSnapshots} where ${sceneSnapshots.blueprintId} = asked.id),
      0
    ) as last from ${asked}`);
  return new Map(rows.map(({ id, last }) => [id, Number(last)]));
}
