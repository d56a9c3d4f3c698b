import type { BlueprintId, SceneVersionId } from "@blueprint/contract/ids";
import type { EditSession, NamedVersion } from "@blueprint/contract/scene-history";
import * as Y from "yjs";
import type { Tx } from "../../db/database.ts";
import type { StoredEditRun } from "../../db/schema/scene.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { requireBlueprint } from "../blueprints/blueprints.service.ts";
import { joinEditRuns, toEditRun } from "./edit-runs.ts";
import {
  findAuthorNames,
  findKeyframe,
  findSceneVersionRow,
  insertSceneVersion,
  listPackedSegments,
  listSceneVersionRows,
  listSegmentRuns,
  listUnpackedEditFacts,
  listUnpackedEdits,
  renameSceneVersionRow,
  type SceneVersionRow,
} from "./scene-history.repository.ts";
import { unpackBytes, unpackEdits } from "./segment-pack.ts";

type HistoryContext = Pick<AppContext, "db" | "clock" | "ids">;

/** Who edited when, newest first, by pages. */
export async function listEditSessions(
  context: HistoryContext,
  actor: Actor,
  blueprintId: BlueprintId,
  page: { before?: number | undefined; limit: number },
): Promise<{ sessions: EditSession[]; nextBefore: number | null }> {
  await requireBlueprint(context.db, actor, blueprintId, "blueprint.see");
  return await readConsistently(context, async (tx) => {
    const newestFirst = (await listEditRuns(tx, blueprintId)).reverse();
    const { before = Number.POSITIVE_INFINITY, limit } = page;
    const runs = newestFirst.filter((run) => run.throughUpdateId < before);
    const shown = runs.slice(0, limit);
    const names = await findAuthorNames(tx, [...new Set(shown.flatMap(({ authorId }) => authorId ?? []))]);
    return {
      sessions: shown.map((run) => toEditSession(run, names)),
      nextBefore: runs.length > limit ? shown.at(-1)!.throughUpdateId : null,
    };
  });
}

/** The document as it was when an edit was stored, as one Yjs update. @throws AppError not-found before the first edit */
export async function readSceneAtEdit(
  context: HistoryContext,
  actor: Actor,
  blueprintId: BlueprintId,
  editId: number,
): Promise<Uint8Array> {
  await requireBlueprint(context.db, actor, blueprintId, "blueprint.see");
  const doc = await readConsistently(context, (tx) => rebuildDocument(tx, blueprintId, editId));
  if (doc === null) throw new AppError("not-found");
  const state = Y.encodeStateAsUpdate(doc);
  doc.destroy();
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
  const last = (await readConsistently(context, (tx) => listEditRuns(tx, blueprintId))).at(-1);
  if (last === undefined || (editId ?? 1) < 1) throw new AppError("not-found");
  const throughUpdateId = Math.min(editId ?? last.throughUpdateId, last.throughUpdateId);
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
async function rebuildDocument(tx: Tx, blueprintId: BlueprintId, editId: number): Promise<Y.Doc | null> {
  const keyframe = await findKeyframe(tx, blueprintId, editId);
  const after = keyframe?.throughUpdateId ?? 0;
  const segments = await listPackedSegments(tx, blueprintId, { after, through: editId });
  const packed = (await Promise.all(segments.map(unpackEdits))).flat();
  const edits = [...packed, ...(await listUnpackedEdits(tx, blueprintId, { after, through: editId }))].filter(
    ({ id }) => id > after && id <= editId,
  );
  if (keyframe === null && edits.length === 0) return null;
  const start = keyframe === null ? null : await unpackBytes(keyframe.packed);
  const doc = new Y.Doc();
  doc.transact(() => {
    if (start !== null) Y.applyUpdate(doc, start);
    for (const { update } of edits) Y.applyUpdate(doc, update);
  });
  return doc;
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
