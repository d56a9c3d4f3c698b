import type { BlueprintId, SceneVersionId } from "@blueprint/contract/ids";
import type { EditSession, NamedVersion } from "@blueprint/contract/scene-history";
import type { Tx } from "../../db/database.ts";
import type { StoredEditRun } from "../../db/schema/scene.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { requireBlueprint } from "../blueprints/blueprints.service.ts";
import { joinEditRuns, toEditRun } from "./edit-runs.ts";
import type { HistoryQueue } from "./history-queue.ts";
import { RebuildProcess } from "./rebuild-process.ts";
import {
  findAuthorNames,
  findEditsPart,
  findKeyframe,
  findLastEditId,
  findPackedSegment,
  findSceneVersionRow,
  insertSceneVersion,
  listSceneVersionRows,
  listSegmentEnds,
  listSegmentRuns,
  listUnpackedEditFacts,
  listUnpackedEdits,
  renameSceneVersionRow,
  type SceneVersionRow,
} from "./scene-history.repository.ts";

type HistoryContext = Pick<AppContext, "db" | "clock" | "ids" | "config">;

/** What is read at once on the way to a process that rebuilds. */
const editsReadAtOnce = { editsMax: 2_000, bytesMax: 4 * 1024 * 1024 };

/** Where questions about the past wait, and whether their asker still does. */
export interface HistoryAsker {
  readonly queue: HistoryQueue;
  readonly signal: AbortSignal;
}

/** Who edited when, newest first, by pages. @throws AppError too-many-requests */
export async function listEditSessions(
  context: HistoryContext,
  { queue, signal }: HistoryAsker,
  actor: Actor,
  blueprintId: BlueprintId,
  page: { before?: number | undefined; limit: number },
): Promise<{ sessions: EditSession[]; nextBefore: number | null }> {
  await requireBlueprint(context.db, actor, blueprintId, "blueprint.see");
  const all = await queue.ask(blueprintId, {
    key: "sessions",
    isForGood: false,
    signal,
    work: () => readConsistently(context, (tx) => listEditRuns(tx, blueprintId)),
  });
  const { before = Number.POSITIVE_INFINITY, limit } = page;
  const runs = all.filter((run) => run.throughUpdateId < before).reverse();
  const shown = runs.slice(0, limit);
  const names = await findAuthorNames(context.db, [...new Set(shown.flatMap(({ authorId }) => authorId ?? []))]);
  return {
    sessions: shown.map((run) => toEditSession(run, names)),
    nextBefore: runs.length > limit ? shown.at(-1)!.throughUpdateId : null,
  };
}

/**
 * The document as it was when an edit was stored, as one Yjs update in base64.
 * @throws AppError not-found before the first edit, history-too-large, too-many-requests
 */
export async function readSceneAtEdit(
  context: HistoryContext,
  { queue, signal }: HistoryAsker,
  actor: Actor,
  blueprintId: BlueprintId,
  editId: number,
): Promise<string> {
  await requireBlueprint(context.db, actor, blueprintId, "blueprint.see");
  const state = await queue.ask(blueprintId, {
    key: `edit ${editId}`,
    isForGood: true,
    signal,
    work: async (whileAsked) => {
      const read = (tx: Tx) => rebuildDocument(context, tx, blueprintId, editId, whileAsked);
      const bytes = await readConsistently(context, read);
      // Once for all who asked.
      return bytes === null ? null : Buffer.from(bytes).toString("base64");
    },
  });
  if (state === null) throw new AppError("not-found");
  return state;
}

/** Named versions, newest state first. */
export async function listNamedVersions(
  context: HistoryContext,
  actor: Actor,
  blueprintId: BlueprintId,
): Promise<NamedVersion[]> {
  await requireBlueprint(context.db, actor, blueprintId, "blueprint.see");
  return (await listSceneVersionRows(context.db, blueprintId)).map(toNamedVersion);
}

/** Names a point of the history; without one what is saved now. @throws AppError not-found when nothing was edited yet */
export async function createNamedVersion(
  context: HistoryContext,
  actor: Actor,
  blueprintId: BlueprintId,
  { name, editId }: { name: string; editId?: number | undefined },
): Promise<NamedVersion> {
  await requireBlueprint(context.db, actor, blueprintId, "blueprint.edit");
  const last = await readConsistently(context, (tx) => findLastEditId(tx, blueprintId));
  if (last === null || (editId ?? 1) < 1) throw new AppError("not-found");
  const throughUpdateId = Math.min(editId ?? last, last);
  const id = context.ids.uuid();
  const version = { id, name, throughUpdateId, createdBy: actor.userId };
  await insertSceneVersion(context.db, blueprintId, version, context.clock.now());
  return await requireNamedVersion(context, blueprintId, id);
}

export async function renameNamedVersion(
  context: HistoryContext,
  actor: Actor,
  blueprintId: BlueprintId,
  id: string,
  name: string,
): Promise<NamedVersion> {
  await requireBlueprint(context.db, actor, blueprintId, "blueprint.edit");
  await renameSceneVersionRow(context.db, blueprintId, id, name);
  return await requireNamedVersion(context, blueprintId, id);
}

async function requireNamedVersion(
  context: HistoryContext,
  blueprintId: BlueprintId,
  id: string,
): Promise<NamedVersion> {
  const row = await findSceneVersionRow(context.db, blueprintId, id);
  if (row === null) throw new AppError("not-found");
  return toNamedVersion(row);
}

/** In the order of their ends. */
async function listEditRuns(tx: Tx, blueprintId: BlueprintId): Promise<StoredEditRun[]> {
  const packed = await listSegmentRuns(tx, blueprintId);
  const unpacked = await listUnpackedEditFacts(tx, blueprintId);
  return joinEditRuns([...packed, ...unpacked.map(toEditRun)]);
}

/** Starts from the nearest state that is kept and replays the edits after it. Null when there was none yet. */
async function rebuildDocument(
  context: HistoryContext,
  tx: Tx,
  blueprintId: BlueprintId,
  editId: number,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const keyframe = await findKeyframe(tx, blueprintId, editId);
  let after = keyframe?.throughUpdateId ?? 0;
  const segments = await listSegmentEnds(tx, blueprintId, { after, through: editId });
  const findPart = () => findEditsPart(tx, blueprintId, { after, through: editId }, editsReadAtOnce);
  let part = await findPart();
  if (keyframe === null && segments.length === 0 && part === null) return null;
  const rebuilding = new RebuildProcess(context.config.historyMemoryBytesMax, signal);
  try {
    if (keyframe !== null) await rebuilding.ask({ type: "start", packedState: keyframe.packed });
    for (const segmentEnd of segments) {
      const packed = await findPackedSegment(tx, blueprintId, segmentEnd);
      if (packed !== null) await rebuilding.ask({ type: "segment", packed, after, through: editId });
    }
    while (part !== null) {
      const edits = await listUnpackedEdits(tx, blueprintId, { after, through: part.throughUpdateId });
      await rebuilding.ask({ type: "updates", updates: edits.map(({ update }) => update) });
      after = part.throughUpdateId;
      part = await findPart();
    }
    const answer = await rebuilding.ask({ type: "finish" });
    return answer.type === "state" ? answer.state : null;
  } finally {
    rebuilding.end();
  }
}

// Compaction may move rows between two statements.
function readConsistently<T>(context: HistoryContext, read: (tx: Tx) => Promise<T>): Promise<T> {
  return context.db.transaction(read, { isolationLevel: "repeatable read", accessMode: "read only" });
}

function toEditSession(run: StoredEditRun, names: ReadonlyMap<string, string>): EditSession {
  const { authorId, startedAt, endedAt, changeCount, throughUpdateId } = run;
  const authorName = authorId === null ? null : (names.get(authorId) ?? null);
  return { authorId, authorName, startedAt, endedAt, changeCount, editId: throughUpdateId };
}

function toNamedVersion({ id, name, throughUpdateId, createdByName, createdAt }: SceneVersionRow): NamedVersion {
  return { id: id as SceneVersionId, name, editId: throughUpdateId, createdByName, createdAt: createdAt.toISOString() };
}
