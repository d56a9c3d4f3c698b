import type { BlueprintId, SceneVersionId } from "@blueprint/contract/ids";
import type { ChangeSet, ChangeSummary, NamedVersion } from "@blueprint/contract/scene-history";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { BlueprintScope } from "../../platform/http/scope.ts";
import { findUserNames } from "../people/users.service.ts";
import { type EditRun, joinEditRuns, toEditRun } from "./edit-runs.ts";
import type { HistoryQueue } from "./history-queue.ts";
import type { RebuildRequest, WatchedChanges } from "./rebuild-messages.ts";
import { RebuildProcess } from "./rebuild-process.ts";
import {
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

/** Read at once while feeding a rebuilding process. */
const editsReadAtOnce = { editsMax: 2_000, bytesMax: 4 * 1024 * 1024 };

/** An import may add thousands at once. */
const objectsPerChangeSetMax = 100;

/** The queue for requests about the past, and whether their client still waits. */
export interface HistoryAsker {
  readonly queue: HistoryQueue;
  readonly signal: AbortSignal;
}

/**
 * Who edited when, newest first, by pages; with what each change set changed if asked for.
 * @throws AppError too-many-requests
 */
export async function listChangeSets(
  context: HistoryContext,
  { queue, signal }: HistoryAsker,
  { blueprintId }: BlueprintScope,
  page: { before?: number | undefined; limit: number; with?: "changes" | undefined },
): Promise<{ sessions: ChangeSet[]; nextBefore: number | null }> {
  const { before = Number.POSITIVE_INFINITY, limit } = page;
  const toPage = (all: readonly EditRun[]) => all.filter((run) => run.throughUpdateId < before).reverse();
  const { all, changes } = await queue.ask(blueprintId, {
    key: page.with === undefined ? "change sets" : `changes ${before} ${limit}`,
    isForGood: false,
    signal,
    work: (whileAsked) =>
      readConsistently(context, async (tx) => {
        const runs = await listEditRuns(tx, blueprintId);
        if (page.with === undefined) return { all: runs, changes: undefined };
        const shown = toPage(runs).slice(0, limit);
        return { all: runs, changes: await replayChangeSets(context, tx, blueprintId, runs, shown, whileAsked) };
      }),
  });
  const runs = toPage(all);
  const shown = runs.slice(0, limit);
  const names = await findUserNames(context.db, [...new Set(shown.flatMap(({ authorId }) => authorId ?? []))]);
  return {
    sessions: shown.map((run) => ({
      ...toChangeSet(run, names),
      ...(changes === undefined ? {} : { changes: changes?.get(run.throughUpdateId) ?? null }),
    })),
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
  { blueprintId }: BlueprintScope,
  editId: number,
): Promise<string> {
  const state = await queue.ask(blueprintId, {
    key: `edit ${editId}`,
    isForGood: true,
    signal,
    work: async (whileAsked) => {
      const read = (tx: Tx) => rebuildDocument(context, tx, blueprintId, editId, whileAsked);
      const bytes = await readConsistently(context, read);
      // Shared by all callers.
      return bytes === null ? null : Buffer.from(bytes).toString("base64");
    },
  });
  if (state === null) throw new AppError("not-found");
  return state;
}

/** Named versions, newest state first. */
export async function listNamedVersions(
  context: HistoryContext,
  { blueprintId }: BlueprintScope,
): Promise<NamedVersion[]> {
  return (await listSceneVersionRows(context.db, blueprintId)).map(toNamedVersion);
}

/** Names a point of the history, by default the saved present. @throws AppError not-found before the first edit */
export async function createNamedVersion(
  context: HistoryContext,
  { blueprintId, userId }: BlueprintScope,
  { name, editId }: { name: string; editId?: number | undefined },
): Promise<NamedVersion> {
  const last = await readConsistently(context, (tx) => findLastEditId(tx, blueprintId));
  if (last === null || (editId ?? 1) < 1) throw new AppError("not-found");
  const throughUpdateId = Math.min(editId ?? last, last);
  const id = context.ids.uuid();
  const version = { id, name, throughUpdateId, createdBy: userId };
  await insertSceneVersion(context.db, blueprintId, version, context.clock.now());
  return await requireNamedVersion(context, blueprintId, id);
}

export async function renameNamedVersion(
  context: HistoryContext,
  { blueprintId }: BlueprintScope,
  id: string,
  name: string,
): Promise<NamedVersion> {
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
async function listEditRuns(tx: Tx, blueprintId: BlueprintId): Promise<EditRun[]> {
  const packed = await listSegmentRuns(tx, blueprintId);
  const unpacked = await listUnpackedEditFacts(tx, blueprintId);
  return joinEditRuns([...packed, ...unpacked.map(toEditRun)]);
}

/** Null when there was no document yet. */
async function rebuildDocument(
  context: HistoryContext,
  tx: Tx,
  blueprintId: BlueprintId,
  editId: number,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const rebuilding = new RebuildProcess(context.config.historyMemoryBytesMax, signal);
  try {
    const range = { after: editId, through: editId };
    if (!(await replayEdits(tx, blueprintId, rebuilding, range))) return null;
    const answer = await rebuilding.ask({ type: "finish" });
    return answer.type === "state" ? answer.state : null;
  } finally {
    rebuilding.end();
  }
}

/** What the shown change sets changed, by their last edit; null when the history does not fit the memory ceiling. */
async function replayChangeSets(
  context: HistoryContext,
  tx: Tx,
  blueprintId: BlueprintId,
  all: readonly EditRun[],
  shown: readonly EditRun[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, ChangeSummary> | null> {
  if (shown.length === 0) return new Map();
  const after = Math.min(...shown.map(({ fromUpdateId }) => fromUpdateId)) - 1;
  const through = Math.max(...shown.map(({ throughUpdateId }) => throughUpdateId));
  const changeSets = all.filter(({ throughUpdateId }) => throughUpdateId > after);
  const rebuilding = new RebuildProcess(context.config.historyMemoryBytesMax, signal);
  try {
    await replayEdits(tx, blueprintId, rebuilding, { after, through }, { type: "watch", after, changeSets });
    const answer = await rebuilding.ask({ type: "finish-watching" });
    return new Map(answer.type === "changes" ? answer.changeSets.map(toChangeSummary) : []);
  } catch (error) {
    if (error instanceof AppError && error.code === "history-too-large") return null;
    throw error;
  } finally {
    rebuilding.end();
  }
}

/**
 * Replays everything through an edit, starting from the nearest stored state that has nothing after `after`. False when
 * there is nothing to replay.
 */
async function replayEdits(
  tx: Tx,
  blueprintId: BlueprintId,
  rebuilding: RebuildProcess,
  range: { readonly after: number; readonly through: number },
  watch?: RebuildRequest,
): Promise<boolean> {
  const keyframe = await findKeyframe(tx, blueprintId, range.after);
  const { through } = range;
  let after = keyframe?.throughUpdateId ?? 0;
  const segments = await listSegmentEnds(tx, blueprintId, { after, through });
  const findPart = () => findEditsPart(tx, blueprintId, { after, through }, editsReadAtOnce);
  let part = await findPart();
  if (keyframe === null && segments.length === 0 && part === null) return false;
  if (keyframe !== null) await rebuilding.ask({ type: "start", packedState: keyframe.packed });
  if (watch !== undefined) await rebuilding.ask(watch);
  for (const segmentEnd of segments) {
    const packed = await findPackedSegment(tx, blueprintId, segmentEnd);
    if (packed !== null) await rebuilding.ask({ type: "segment", packed, after, through });
  }
  while (part !== null) {
    const edits = await listUnpackedEdits(tx, blueprintId, { after, through: part.throughUpdateId });
    await rebuilding.ask({
      type: "edits",
      edits: edits.map(({ id, authorId, update }) => ({ id, authorId, update })),
    });
    after = part.throughUpdateId;
    part = await findPart();
  }
  return true;
}

// Compaction may move rows between two statements.
function readConsistently<T>(context: HistoryContext, read: (tx: Tx) => Promise<T>): Promise<T> {
  return context.db.transaction(read, { isolationLevel: "repeatable read", accessMode: "read only" });
}

function toChangeSet(run: EditRun, names: ReadonlyMap<string, string>): ChangeSet {
  const { authorId, startedAt, endedAt, changeCount, throughUpdateId } = run;
  const authorName = authorId === null ? null : (names.get(authorId) ?? null);
  return { authorId, authorName, startedAt, endedAt, changeCount, editId: throughUpdateId };
}

function toChangeSummary({
  throughUpdateId,
  fromUpdateId,
  objects,
  settings,
}: WatchedChanges): [number, ChangeSummary] {
  const shown = objects
    .slice(0, objectsPerChangeSetMax)
    .map(({ kind, id, change, name, fields }) => ({ kind, id, change, name, fields: [...fields] }));
  const alike = Map.groupBy(objects, ({ kind, change }) => `${kind} ${change}`);
  const counts = [...alike.values()].map((some) => ({
    kind: some[0]!.kind,
    change: some[0]!.change,
    count: some.length,
  }));
  return [throughUpdateId, { firstEditId: fromUpdateId, objects: shown, counts, settings: [...settings] }];
}

function toNamedVersion({ id, name, throughUpdateId, createdByName, createdAt }: SceneVersionRow): NamedVersion {
  return { id: id as SceneVersionId, name, editId: throughUpdateId, createdByName, createdAt: createdAt.toISOString() };
}
