import type * as Y from "yjs";
import { ordersAtEnd } from "./list-order.ts";
import { findRecord, insertObject, listOrders, requireConsistent, requireRoom } from "./object-operations.ts";
import { type ObjectRecord, requireRecord } from "./object-record.ts";
import { compareOrder } from "./order-key.ts";
import { getObjects, localEdit } from "./scene-document.ts";
import { isSceneId } from "./scene-field.ts";
import { SceneInputError } from "./scene-input-error.ts";
import { getKind, type ObjectRef, type SceneKind, sceneKindNames } from "./scene-kinds.ts";
import { type StoredStop, toStopRef, toStopTarget } from "./tour.ts";
import { type SpaceMove, transformRecord } from "./transform-objects.ts";

export const clipboardFormat = "blueprint-scene-objects";
const objectsMax = 10_000;

/** Objects as plain JSON values, to be pasted into this or another blueprint. */
export interface SceneClipboard {
  readonly format: typeof clipboardFormat;
  readonly version: 2;
  readonly objects: readonly { readonly kind: SceneKind; readonly id: string; readonly record: ObjectRecord }[];
}

/** Ids of the files that the objects use; they belong to the source team. */
export function listFileIds({ objects }: Pick<SceneClipboard, "objects">): string[] {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { kind, fileId } = value as Record<string, unknown>;
    if (kind === "file" && typeof fileId === "string") found.add(fileId);
    else for (const part of Object.values(value)) look(part);
  };
  for (const { record } of objects) look(record);
  return [...found];
}

// A storey is its location, placements and volumes belong to their scan, and a thread stays where it was held.
const uncopied: ReadonlySet<SceneKind> = new Set(["floors", "placements", "volumes", "threads"]);

/** Copies objects in list order, with everything inside their groups; skips what cannot be copied. */
export function copyObjects(doc: Y.Doc, refs: readonly ObjectRef[]): SceneClipboard {
  const wanted = new Set(withContents(doc, refs).map(({ kind, id }) => `${kind} ${id}`));
  const objects = sceneKindNames
    .filter((kind) => !uncopied.has(kind))
    .flatMap((kind) =>
      listOrders(getObjects(doc, kind))
        .filter(({ id }) => wanted.has(`${kind} ${id}`))
        .map(({ id }) => ({ kind, id, record: findRecord(doc, { kind, id }) ?? {} })),
    );
  return { format: clipboardFormat, version: 2, objects };
}

/** The objects and, for groups, everything inside them. */
export function withContents(doc: Y.Doc, refs: readonly ObjectRef[]): ObjectRef[] {
  const found = new Map(refs.map((ref) => [`${ref.kind} ${ref.id}`, ref]));
  const open = refs.filter(({ kind }) => kind === "groups").map(({ id }) => id);
  for (let groupId = open.pop(); groupId !== undefined; groupId = open.pop()) {
    for (const kind of sceneKindNames) {
      for (const [id, object] of getObjects(doc, kind)) {
        const isInside = (object as Y.Map<unknown> | undefined)?.get?.("group") === groupId;
        if (!isInside || found.has(`${kind} ${id}`)) continue;
        found.set(`${kind} ${id}`, { kind, id });
        if (kind === "groups") open.push(id);
      }
    }
  }
  return [...found.values()];
}

export interface PasteOptions {
  /** Creates a unique id, such as a UUID. */
  readonly createId: () => string;
  readonly author: { readonly userId: string; readonly at: string };
  /** Offset from the original position. */
  readonly move?: SpaceMove;
  readonly origin?: unknown;
}

/**
 * Adds copies under new ids; references among them (group, stops) are remapped. All or nothing: an invalid object
 * aborts the paste before anything is written. @throws SceneInputError
 */
export function pasteObjects(doc: Y.Doc, clipboard: unknown, options: PasteOptions): ObjectRef[] {
  const { objects } = requireClipboard(clipboard);
  const ids = new Map(objects.map(({ kind, id }) => [`${kind} ${id}`, options.createId()]));
  for (const id of ids.values()) if (!isSceneId(id)) throw new SceneInputError("id", "This ID isn't valid.");
  const prepared = objects.map(({ kind, id, record }) => {
    const moved = options.move === undefined ? record : transformRecord(kind, record, options.move);
    const renamed = {
      ...renameParts(kind, moved, ids),
      createdBy: options.author.userId,
      createdAt: options.author.at,
    };
    return { kind, id: ids.get(`${kind} ${id}`)!, record: requireRecord(getKind(kind), renamed) };
  });
  for (const { kind, record } of prepared) requireConsistent(kind, record);
  doc.transact(() => {
    for (const kind of new Set(prepared.map((object) => object.kind))) {
      const pasted = prepared.filter((object) => object.kind === kind);
      const existing = getObjects(doc, kind);
      requireRoom(existing, kind, pasted.length);
      const orders = ordersAtEnd(listOrders(existing), pasted.length);
      pasted.forEach(({ id, record }, index) => {
        insertObject(doc, kind, id, { ...record, order: orders[index] }, options.origin ?? localEdit);
      });
    }
  }, options.origin ?? localEdit);
  return prepared.map(({ kind, id }) => ({ kind, id }));
}

/** Duplicates objects in place, or moved; returns the copies' refs. @throws SceneInputError */
export function duplicateObjects(doc: Y.Doc, refs: readonly ObjectRef[], options: PasteOptions): ObjectRef[] {
  return pasteObjects(doc, copyObjects(doc, refs), options);
}

function requireClipboard(value: unknown): SceneClipboard {
  const clipboard = value as Partial<SceneClipboard> | null;
  if (typeof clipboard !== "object" || clipboard?.format !== clipboardFormat || !Array.isArray(clipboard.objects)) {
    throw new SceneInputError("clipboard", "What you copied isn't from a blueprint.");
  }
  if (clipboard.version !== 2) {
    throw new SceneInputError("clipboard", "What you copied is from a different version of Blueprint.");
  }
  if (clipboard.objects.length > objectsMax) {
    throw new SceneInputError("clipboard", `You can paste up to ${objectsMax.toLocaleString("en")} items at once.`);
  }
  const objects = (clipboard.objects as readonly unknown[]).map((entry) => {
    const { kind, id, record } = (typeof entry === "object" && entry !== null ? entry : {}) as Record<string, unknown>;
    const known = sceneKindNames.find((name) => name === kind && !uncopied.has(name));
    if (known === undefined || !isSceneId(id)) {
      throw new SceneInputError("clipboard", "Some of what you copied can't be pasted.");
    }
    return { kind: known, id, record: requireRecord(getKind(known), record) };
  });
  return {
    format: clipboardFormat,
    version: 2,
    objects: objects.sort((a, b) => compareOrder(toOrdered(a), toOrdered(b))),
  };
}

function toOrdered({ id, record }: { readonly id: string; readonly record: ObjectRecord }) {
  return { id, order: typeof record.order === "string" ? record.order : "z" };
}

function renameParts(kind: SceneKind, record: ObjectRecord, ids: ReadonlyMap<string, string>): ObjectRecord {
  const group = ids.get(`groups ${String(record.group)}`) ?? null;
  const renamed: Record<string, unknown> = { ...record, group };
  if (kind === "tours") {
    for (const [key, value] of Object.entries(record)) {
      if (!key.startsWith("stop:")) continue;
      const stop = value as StoredStop;
      const ref = toStopRef(stop);
      const id = ids.get(`${ref.kind} ${ref.id}`);
      renamed[key] = id === undefined ? stop : { ...stop, ...toStopTarget({ ...ref, id }) };
    }
  }
  if (kind === "views" && Array.isArray(record.hidden)) {
    const hidden = record.hidden as string[];
    renamed.hidden = hidden.map((id) => sceneKindNames.map((name) => ids.get(`${name} ${id}`)).find(Boolean) ?? id);
  }
  return renamed;
}
