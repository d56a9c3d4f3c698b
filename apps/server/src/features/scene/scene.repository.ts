import type { BlueprintId, UserId } from "@blueprint/contract/ids";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { sceneSnapshots, sceneUpdates } from "../../db/schema/scene.ts";

export interface NewSceneUpdate {
  readonly update: Uint8Array;
  readonly authorId: UserId | null;
  /** How many edits the update holds. */
  readonly changeCount: number;
}

export interface StoredScene {
  /** Null before the first compaction. */
  readonly snapshot: Uint8Array | null;
  /** Updates after the snapshot, oldest first. */
  readonly updates: readonly Uint8Array[];
  /** How many edits these updates hold. */
  readonly editCount: number;
  /** Id of the last row in here; 0 when nothing was ever stored. */
  readonly throughUpdateId: number;
}

/** PostgreSQL's notation. Who waits longer tries again, and those who wait behind them are told that it takes time. */
const lockWaitMax = "10s";

/**
 * Holds a document's history until the transaction ends. Ids come from a sequence, so without it a row could become
 * visible after a higher one, and a snapshot made in between would leave it out for good.
 */
export async function lockScene(tx: Tx, blueprintId: BlueprintId): Promise<void> {
  // The limit holds for what the transaction waits for afterwards, too.
  await tx.execute(sql`select set_config('lock_timeout', ${lockWaitMax}, true)`);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`scene/${blueprintId}`}, 0))`);
}

/** Call under `lockScene`. */
export async function insertSceneUpdates(
  tx: Tx,
  blueprintId: BlueprintId,
  updates: readonly NewSceneUpdate[],
  now: Date,
): Promise<void> {
  await tx.insert(sceneUpdates).values(updates.map((update) => ({ ...update, blueprintId, createdAt: now })));
}

/**
 * Call in a transaction that sees one state of the database (`repeatable read`): compaction may move rows between the
 * statements.
 */
export async function findStoredScene(tx: Tx, blueprintId: BlueprintId): Promise<StoredScene> {
  const [snapshot] = await tx
    .select({ state: sceneSnapshots.state, throughUpdateId: sceneSnapshots.throughUpdateId })
    .from(sceneSnapshots)
    .where(eq(sceneSnapshots.blueprintId, blueprintId));
  const through = snapshot?.throughUpdateId ?? 0;
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
