import type { SceneAccess } from "@blueprint/contract/collaboration";
import type { BlueprintId, TeamId, UserId } from "@blueprint/contract/ids";
import { roleMay } from "@blueprint/contract/roles";
import { addAnchor, type NewAnchor } from "@blueprint/scene/anchor-operations";
import { type PublishedScenes, toPublishedScenes } from "@blueprint/scene/published-scene";
import { readScene as readDocument, type Scene } from "@blueprint/scene/read-scene";
import { selectForAudience } from "@blueprint/scene/scene-audience";
import { prepareScene } from "@blueprint/scene/scene-migrations";
import * as Y from "yjs";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import { readBlueprint, requireBlueprintScope } from "../blueprints/blueprints.service.ts";
import { toShareDay } from "./history-share.ts";
import {
  addToHistoryShare,
  findHistoryShare,
  findLastUpdateIds,
  findStoredScene,
  insertSceneUpdates,
  lockSceneHistory,
  type NewSceneUpdate,
  type StoredScene,
} from "./scene.repository.ts";

/** A user's rights in a document; null when it does not exist for them. */
export async function findSceneAccess(
  context: Pick<AppContext, "db">,
  actor: Actor,
  blueprintId: BlueprintId,
): Promise<SceneAccess | null> {
  try {
    const scope = await requireBlueprintScope(context.db, actor, blueprintId, "blueprint.see");
    const blueprint = await readBlueprint(context.db, scope, blueprintId);
    if (scope.isVisit || blueprint.archivedAt !== null || blueprint.binnedAt !== null) return "read";
    if (roleMay(scope.role, "blueprint.edit")) return "edit";
    return roleMay(scope.role, "comment.write") ? "comment" : "read";
  } catch (error) {
    if (error instanceof AppError && (error.code === "not-found" || error.code === "forbidden")) return null;
    throw error;
  }
}

/**
 * The whole stored scene as members of the team see it, with drafts and what is for other audiences. It includes
 * everything ever confirmed to an editor. The caller has checked that the user may see the blueprint.
 */
export function readScene(context: Pick<AppContext, "db">, blueprintId: BlueprintId): Promise<Scene> {
  return lookInto(context, blueprintId, readDocument);
}

/** What visitors would get of the stored scene. The caller has checked that the user may see the blueprint. */
export async function readVisitorScene(context: Pick<AppContext, "db">, blueprintId: BlueprintId): Promise<Scene> {
  return selectForAudience(await readScene(context, blueprintId), "visitor");
}

/** The stored scene frozen for every audience, as it is published. The caller has checked the right to publish. */
export function readAllAudiences(context: Pick<AppContext, "db">, blueprintId: BlueprintId): Promise<PublishedScenes> {
  return lookInto(context, blueprintId, toPublishedScenes);
}

async function lookInto<T>(
  context: Pick<AppContext, "db">,
  blueprintId: BlueprintId,
  look: (doc: Y.Doc) => T,
): Promise<T> {
  const doc = toDocument(await loadStoredScene(context, blueprintId));
  try {
    return look(doc);
  } finally {
    doc.destroy();
  }
}

/** @param afterUpdateId leaves out what is stored up to this update */
export function loadStoredScene(
  context: Pick<AppContext, "db">,
  blueprintId: BlueprintId,
  afterUpdateId?: number,
): Promise<StoredScene> {
  return context.db.transaction((tx) => findStoredScene(tx, blueprintId, afterUpdateId), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
}

/** Ids of the last stored updates of open documents. */
export function readLastUpdateIds({ db }: Pick<AppContext, "db">, blueprintIds: readonly BlueprintId[]) {
  return findLastUpdateIds(db, blueprintIds);
}

export function applyStoredScene(doc: Y.Doc, stored: StoredScene, origin: unknown = null): void {
  doc.transact(() => {
    if (stored.snapshot !== null) Y.applyUpdate(doc, stored.snapshot);
    for (const update of stored.updates) Y.applyUpdate(doc, update);
  }, origin);
}

/** Appends updates to a document's history. They are on disk when this resolves. */
export async function storeSceneUpdates(
  context: Pick<AppContext, "db" | "clock">,
  blueprintId: BlueprintId,
  updates: readonly NewSceneUpdate[],
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await lockSceneHistory(tx, blueprintId);
    const now = context.clock.now();
    await insertSceneUpdates(tx, blueprintId, updates, now);
    const taken = new Map<UserId, number>();
    for (const { authorId, isFromShare, update } of updates) {
      if (authorId === null || isFromShare !== true) continue;
      taken.set(authorId, (taken.get(authorId) ?? 0) + update.byteLength);
    }
    // In a fixed order, so that two documents of a team never deadlock.
    for (const [userId, bytes] of [...taken].sort(([a], [b]) => (a < b ? -1 : 1))) {
      await addToHistoryShare(tx, blueprintId, userId, { day: toShareDay(now), bytes });
    }
  });
}

/**
 * What a member who may only comment has added today to the history of a blueprint's team. @throws AppError not-found
 */
export async function readHistoryShare(
  context: Pick<AppContext, "db" | "clock">,
  blueprintId: BlueprintId,
  userId: UserId,
): Promise<{ teamId: TeamId; bytes: number }> {
  const share = await findHistoryShare(context.db, blueprintId, userId, toShareDay(context.clock.now()));
  if (share === null) throw new AppError("not-found");
  return share;
}

/**
 * Fills the document of a blueprint that was never opened; the anchors are on disk when this resolves. @throws AppError conflict when the document is not empty
 */
export async function writeFirstScene(
  context: Pick<AppContext, "db" | "clock">,
  { userId }: TeamScope,
  blueprintId: BlueprintId,
  anchors: readonly Pick<NewAnchor, "id" | "title" | "text" | "position" | "normal" | "icon">[],
): Promise<void> {
  const stored = await loadStoredScene(context, blueprintId);
  if (stored.throughUpdateId !== 0) throw new AppError("conflict");
  const doc = new Y.Doc();
  try {
    prepareScene(doc);
    const createdAt = context.clock.now().toISOString();
    for (const anchor of anchors) {
      addAnchor(doc, { ...anchor, type: "info", floor: 0, createdBy: userId, createdAt });
    }
    const update = Y.encodeStateAsUpdate(doc);
    await storeSceneUpdates(context, blueprintId, [{ update, authorId: userId, changeCount: anchors.length }]);
  } finally {
    doc.destroy();
  }
}

/** A new document; the caller destroys it. */
export function toDocument(stored: StoredScene): Y.Doc {
  const doc = new Y.Doc();
  applyStoredScene(doc, stored);
  return doc;
}
