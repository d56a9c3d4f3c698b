import type { BlueprintId } from "@blueprint/contract/ids";
import { readSchemaVersion } from "@blueprint/scene/scene-document";
import * as Y from "yjs";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { joinEditRuns, toEditRun } from "./edit-runs.ts";
import { findStoredScene } from "./scene.repository.ts";
import { toDocument } from "./scene.service.ts";
import {
  countBytesSinceKeyframe,
  findEditsPart,
  insertKeyframe,
  listUnpackedEdits,
  replaceBySegment,
  saveSceneSnapshot,
  tryLockCompaction,
} from "./scene-history.repository.ts";
import { packBytes, packEdits } from "./segment-pack.ts";

/** Opening a document never replays more updates than this. */
const updatesPerSnapshotMax = 2_000;
const updatesPerSnapshotMin = 200;
/** A burst of edits is stored in few updates; this many edits count like the minimum number of updates. */
const editsPerSnapshotMin = 2_000;
/** Large edits go into a snapshot before a reader would have to load many of them. */
const updateBytesMin = 8 * 1024 * 1024;
/** One segment. A smaller one compresses worse; a larger one takes more time and memory to read back. */
const segmentSize = { editsMax: 2_000, bytesMax: 4 * 1024 * 1024 };
/** Bounds the work of one turn where a long history was never packed; the next turn continues. */
const segmentsPerTurnMax = 10;
const keyframeBytesMin = 128 * 1024;

/** What was stored after a document's last snapshot. */
export interface SnapshotAge {
  readonly updateCount: number;
  /** Edits in these updates. */
  readonly editCount: number;
  readonly updateBytes: number;
  readonly snapshotBytes: number;
}

/** Large documents are snapshotted less often: a snapshot costs as much as the whole document. */
export function needsCompaction({ updateCount, editCount, updateBytes, snapshotBytes }: SnapshotAge): boolean {
  if (updateCount >= updatesPerSnapshotMax) return true;
  if (updateBytes >= Math.max(updateBytesMin, snapshotBytes * 2)) return true;
  const isWorthIt = updateCount >= updatesPerSnapshotMin || editCount >= editsPerSnapshotMin;
  return isWorthIt && updateBytes * 4 >= snapshotBytes;
}

/**
 * Writes a new snapshot and packs older edits into segments: all of them, bit for bit, with author and time. The
 * document stays readable and writable meanwhile. @returns the snapshot's size, null when another server is compacting
 * it
 */
export async function compactScene(
  context: Pick<AppContext, "db" | "clock">,
  blueprintId: BlueprintId,
): Promise<number | null> {
  return await context.db.transaction(
    async (tx) => {
      if (!(await tryLockCompaction(tx, blueprintId))) return null;
      const stored = await findStoredScene(tx, blueprintId);
      if (stored.updates.length === 0) return stored.snapshot?.byteLength ?? 0;
      const doc = toDocument(stored);
      const state = Y.encodeStateAsUpdate(doc);
      const schemaVersion = readSchemaVersion(doc) ?? 0;
      doc.destroy();
      const { throughUpdateId } = stored;
      await saveSceneSnapshot(tx, blueprintId, { state, throughUpdateId, schemaVersion }, context.clock.now());
      await packOldEdits(tx, blueprintId, throughUpdateId, state);
      return state.byteLength;
    },
    { isolationLevel: "repeatable read" },
  );
}

async function packOldEdits(tx: Tx, blueprintId: BlueprintId, through: number, state: Uint8Array): Promise<void> {
  let hasPacked = false;
  for (let segment = 0; segment < segmentsPerTurnMax; segment += 1) {
    const part = await findEditsPart(tx, blueprintId, { after: 0, through }, segmentSize);
    if (part?.isFull !== true) break;
    const edits = await listUnpackedEdits(tx, blueprintId, { after: 0, through: part.throughUpdateId });
    await replaceBySegment(tx, blueprintId, {
      fromUpdateId: edits[0]!.id,
      throughUpdateId: edits.at(-1)!.id,
      runs: joinEditRuns(edits.map(toEditRun)),
      packed: await packEdits(edits),
      updateBytes: edits.reduce((sum, { update }) => sum + update.byteLength, 0),
    });
    hasPacked = true;
  }
  if (!hasPacked) return;
  // Keyframes never take more space in total than the edits they stand for.
  const bytes = await countBytesSinceKeyframe(tx, blueprintId);
  if (bytes < Math.max(keyframeBytesMin, state.byteLength)) return;
  await insertKeyframe(tx, blueprintId, { throughUpdateId: through, packed: await packBytes(state) });
}
