import type { BlueprintId, UserId } from "@blueprint/contract/ids";
import { and, asc, desc, eq, gt, lte, max, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { authUsers } from "../../db/schema/auth.ts";
import { sceneKeyframes, sceneSegments, sceneSnapshots, sceneUpdates, sceneVersions } from "../../db/schema/scene.ts";
import type { EditFacts, EditRun } from "./edit-runs.ts";
import type { StoredEdit } from "./segment-pack.ts";

export interface NewSegment {
  readonly fromUpdateId: number;
  readonly throughUpdateId: number;
  readonly runs: EditRun[];
  readonly packed: Uint8Array;
  readonly updateBytes: number;
}

/** False while another server compacts this document. The lock lasts until the transaction ends. */
export async function tryLockCompaction(tx: Tx, blueprintId: BlueprintId): Promise<boolean> {
  const key = `scene-compaction/${blueprintId}`;
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as locked`,
  );
  return rows[0]?.locked === true;
}

export async function saveSceneSnapshot(
  tx: Tx,
  blueprintId: BlueprintId,
  snapshot: { state: Uint8Array; throughUpdateId: number; schemaVersion: number },
  now: Date,
): Promise<void> {
  const values = { ...snapshot, updatedAt: now };
  await tx
    .insert(sceneSnapshots)
    .values({ ...values, blueprintId })
    .onConflictDoUpdate({ target: sceneSnapshots.blueprintId, set: values });
}

/** Unpacked edits, oldest first. */
export async function listUnpackedEdits(
  tx: Tx,
  blueprintId: BlueprintId,
  range: { after: number; through: number },
): Promise<StoredEdit[]> {
  const { id, authorId, createdAt, changeCount, update } = sceneUpdates;
  return await tx
    .select({ id, authorId, createdAt, changeCount, update })
    .from(sceneUpdates)
    .where(and(eq(sceneUpdates.blueprintId, blueprintId), gt(id, range.after), lte(id, range.through)))
    .orderBy(asc(id));
}

/** The same without their content. */
export async function listUnpackedEditFacts(tx: Tx, blueprintId: BlueprintId): Promise<EditFacts[]> {
  const { id, authorId, createdAt, changeCount } = sceneUpdates;
  return await tx
    .select({ id, authorId, createdAt, changeCount })
    .from(sceneUpdates)
    .where(eq(sceneUpdates.blueprintId, blueprintId))
    .orderBy(asc(id));
}

/** Replaces the rows it was packed from with a segment. */
export async function replaceBySegment(tx: Tx, blueprintId: BlueprintId, segment: NewSegment): Promise<void> {
  await tx.insert(sceneSegments).values({ ...segment, blueprintId });
  await tx
    .delete(sceneUpdates)
    .where(and(eq(sceneUpdates.blueprintId, blueprintId), lte(sceneUpdates.id, segment.throughUpdateId)));
}

export async function listSegmentRuns(tx: Tx, blueprintId: BlueprintId): Promise<EditRun[]> {
  const rows = await tx
    .select({ runs: sceneSegments.runs, fromUpdateId: sceneSegments.fromUpdateId })
    .from(sceneSegments)
    .where(eq(sceneSegments.blueprintId, blueprintId))
    .orderBy(asc(sceneSegments.throughUpdateId));
  return rows.flatMap(({ runs, fromUpdateId }) => runs.map((run) => ({ fromUpdateId, ...run })));
}

/** Last edit ids of the segments that overlap a range, oldest first. */
export async function listSegmentEnds(
  tx: Tx,
  blueprintId: BlueprintId,
  range: { after: number; through: number },
): Promise<number[]> {
  const rows = await tx
    .select({ throughUpdateId: sceneSegments.throughUpdateId })
    .from(sceneSegments)
    .where(
      and(
        eq(sceneSegments.blueprintId, blueprintId),
        gt(sceneSegments.throughUpdateId, range.after),
        lte(sceneSegments.fromUpdateId, range.through),
      ),
    )
    .orderBy(asc(sceneSegments.throughUpdateId));
  return rows.map((row) => row.throughUpdateId);
}

export async function findPackedSegment(
  tx: Tx,
  blueprintId: BlueprintId,
  throughUpdateId: number,
): Promise<Uint8Array | null> {
  const [row] = await tx
    .select({ packed: sceneSegments.packed })
    .from(sceneSegments)
    .where(and(eq(sceneSegments.blueprintId, blueprintId), eq(sceneSegments.throughUpdateId, throughUpdateId)));
  return row?.packed ?? null;
}

/** End of the next part of unpacked edits: the first edit that reaches a limit, or else the last one. */
export async function findEditsPart(
  tx: Tx,
  blueprintId: BlueprintId,
  range: { after: number; through: number },
  { editsMax, bytesMax }: { editsMax: number; bytesMax: number },
): Promise<{ throughUpdateId: number; isFull: boolean } | null> {
  const { id, update } = sceneUpdates;
  const rows = await tx
    .select({ id, bytes: sql<number>`octet_length(${update})` })
    .from(sceneUpdates)
    .where(and(eq(sceneUpdates.blueprintId, blueprintId), gt(id, range.after), lte(id, range.through)))
    .orderBy(asc(id))
    .limit(editsMax);
  let bytes = 0;
  for (const row of rows) {
    bytes += row.bytes;
    if (bytes >= bytesMax) return { throughUpdateId: row.id, isFull: true };
  }
  const last = rows.at(-1);
  return last === undefined ? null : { throughUpdateId: last.id, isFull: rows.length === editsMax };
}

/** Null before the first edit. */
export async function findLastEditId(tx: Tx, blueprintId: BlueprintId): Promise<number | null> {
  const [unpacked] = await tx
    .select({ id: max(sceneUpdates.id) })
    .from(sceneUpdates)
    .where(eq(sceneUpdates.blueprintId, blueprintId));
  if (unpacked?.id != null) return unpacked.id;
  const [packed] = await tx
    .select({ id: max(sceneSegments.throughUpdateId) })
    .from(sceneSegments)
    .where(eq(sceneSegments.blueprintId, blueprintId));
  return packed?.id ?? null;
}

/** Bytes of updates packed since the last keyframe. */
export async function countBytesSinceKeyframe(tx: Tx, blueprintId: BlueprintId): Promise<number> {
  const last = sql`coalesce((select max(${sceneKeyframes.throughUpdateId}) from ${sceneKeyframes}
    where ${sceneKeyframes.blueprintId} = ${blueprintId}), 0)`;
  const [row] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${sceneSegments.updateBytes}), 0)`.mapWith(Number) })
    .from(sceneSegments)
    .where(and(eq(sceneSegments.blueprintId, blueprintId), gt(sceneSegments.throughUpdateId, last)));
  return row?.bytes ?? 0;
}

export async function insertKeyframe(
  tx: Tx,
  blueprintId: BlueprintId,
  keyframe: { throughUpdateId: number; packed: Uint8Array },
): Promise<void> {
  await tx.insert(sceneKeyframes).values({ ...keyframe, blueprintId });
}

/** The newest keyframe that contains nothing after an update; null when there is none. */
export async function findKeyframe(
  tx: Tx,
  blueprintId: BlueprintId,
  throughUpdateId: number,
): Promise<{ throughUpdateId: number; packed: Uint8Array } | null> {
  const [row] = await tx
    .select({ throughUpdateId: sceneKeyframes.throughUpdateId, packed: sceneKeyframes.packed })
    .from(sceneKeyframes)
    .where(and(eq(sceneKeyframes.blueprintId, blueprintId), lte(sceneKeyframes.throughUpdateId, throughUpdateId)))
    .orderBy(desc(sceneKeyframes.throughUpdateId))
    .limit(1);
  return row ?? null;
}

export interface SceneVersionRow {
  readonly id: string;
  readonly name: string;
  readonly throughUpdateId: number;
  readonly createdBy: string | null;
  /** Null when the account is deleted. */
  readonly createdByName: string | null;
  readonly createdAt: Date;
}

/** Newest state first. */
export async function listSceneVersionRows(tx: Tx, blueprintId: BlueprintId): Promise<SceneVersionRow[]> {
  return await selectVersions(tx)
    .where(eq(sceneVersions.blueprintId, blueprintId))
    .orderBy(desc(sceneVersions.throughUpdateId), desc(sceneVersions.id));
}

export async function findSceneVersionRow(
  tx: Tx,
  blueprintId: BlueprintId,
  id: string,
): Promise<SceneVersionRow | null> {
  const [row] = await selectVersions(tx).where(
    and(eq(sceneVersions.blueprintId, blueprintId), eq(sceneVersions.id, id)),
  );
  return row ?? null;
}

export async function insertSceneVersion(
  tx: Tx,
  blueprintId: BlueprintId,
  version: { id: string; name: string; throughUpdateId: number; createdBy: UserId },
  now: Date,
): Promise<void> {
  await tx.insert(sceneVersions).values({ ...version, blueprintId, createdAt: now });
}

export async function renameSceneVersionRow(tx: Tx, blueprintId: BlueprintId, id: string, name: string): Promise<void> {
  await tx
    .update(sceneVersions)
    .set({ name })
    .where(and(eq(sceneVersions.blueprintId, blueprintId), eq(sceneVersions.id, id)));
}

function selectVersions(tx: Tx) {
  const { id, name, throughUpdateId, createdBy, createdAt } = sceneVersions;
  return tx
    .select({ id, name, throughUpdateId, createdBy, createdByName: authUsers.name, createdAt })
    .from(sceneVersions)
    .leftJoin(authUsers, eq(authUsers.id, sceneVersions.createdBy));
}
