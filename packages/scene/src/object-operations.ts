import * as Y from "yjs";
import { orderAtEnd, orderBefore } from "./list-order.ts";
import { measurementTypes, pointsNeeded } from "./measurement.ts";
import { commonFields, isStoreyNumber } from "./object-kind.ts";
import { createObject, type ObjectRecord, recordObject, requireValue, writeValue } from "./object-record.ts";
import { compareOrder } from "./order-key.ts";
import { patchPlainText, type RichText, toRuns } from "./rich-text.ts";
import { getObjects, localEdit } from "./scene-document.ts";
import { type FieldValues, isSceneId } from "./scene-field.ts";
import { SceneInputError } from "./scene-input-error.ts";
import { getKind, type ObjectRef, type SceneKind, sceneKindNames, type sceneKinds } from "./scene-kinds.ts";

type Kinds = typeof sceneKinds;
type TextKeys<K extends SceneKind> = Kinds[K]["texts"] extends Readonly<Record<infer T, unknown>> ? T & string : never;

/**
 * Input for an object: any of its fields, and its texts as plain text (keeps the surrounding styles) or as rich text.
 * Keys such as `title@de` set the same field in another language.
 */
export type ObjectValues<K extends SceneKind> = Partial<FieldValues<Kinds[K]["fields"]>> & {
  readonly [T in TextKeys<K>]?: string | RichText;
} & { readonly [translated: `${string}@${string}`]: string | RichText };

/** Zones and comments start with an outline and a first comment; they have their own operations. */
export type PlainKind = Exclude<SceneKind, "zones" | "threads">;

/** Appends a new object to its list. The id of a storey is its number. @throws SceneInputError */
export function addObject<K extends PlainKind>(
  doc: Y.Doc,
  kind: K,
  id: string,
  values: ObjectValues<K>,
  origin: unknown = localEdit,
): void {
  insertObject(doc, kind, id, requireValues(kind, values), origin);
}

/** The same for a validated record. @throws SceneInputError */
export function insertObject(doc: Y.Doc, kind: SceneKind, id: string, record: ObjectRecord, origin: unknown): void {
  const objects = getObjects(doc, kind);
  const { required, noun } = getKind(kind);
  requireNewId(objects, kind, id);
  requireRoom(objects, kind, 1);
  const missing = required.find((key) => record[key] === undefined);
  if (missing !== undefined) throw new SceneInputError(missing, `A new ${noun} needs this value.`);
  requireConsistent(kind, record);
  const order = record.order ?? orderAtEnd(findLast(objects));
  doc.transact(() => objects.set(id, createObject({ ...record, order })), origin);
}

/** Changes an object; returns false if it no longer exists. Writes only what differs. @throws SceneInputError */
export function editObject<K extends SceneKind>(
  doc: Y.Doc,
  kind: K,
  id: string,
  values: ObjectValues<K>,
  origin: unknown = localEdit,
): boolean {
  const object = getObjects(doc, kind).get(id);
  const record = requireValues(kind, values);
  if (!(object instanceof Y.Map)) return false;
  if (kind === "measurements") requireConsistent(kind, { ...object.toJSON(), ...record });
  doc.transact(() => {
    for (const [key, value] of Object.entries(record)) {
      const current = object.get(key);
      const plain = (values as Readonly<Record<string, unknown>>)[key];
      if (current instanceof Y.Text && typeof plain === "string") patchPlainText(current, toPlain(value));
      else writeValue(object as Y.Map<unknown>, key, value);
    }
  }, origin);
  return true;
}

/**
 * Removes objects; returns those that existed. The contents of a removed group move to its parent. Stops, comments and
 * views that reference a removed object stay and work again when it returns. A removed thread keeps its comments and is
 * hidden: restoring them would mean writing in the name of others.
 */
export function removeObjects(doc: Y.Doc, refs: readonly ObjectRef[], origin: unknown = localEdit): ObjectRef[] {
  const present = refs.filter(({ kind, id }) => {
    const object = getObjects(doc, kind).get(id);
    return object !== undefined && !(kind === "threads" && object instanceof Y.Map && object.get("isRemoved") === true);
  });
  if (present.length === 0) return [];
  doc.transact(() => {
    for (const { kind, id } of present) {
      if (kind === "groups") moveContentsUp(doc, id);
      const object = getObjects(doc, kind).get(id);
      if (kind === "threads" && object instanceof Y.Map) object.set("isRemoved", true);
      else getObjects(doc, kind).delete(id);
    }
  }, origin);
  return present;
}

function moveContentsUp(doc: Y.Doc, groupId: string): void {
  const group = getObjects(doc, "groups").get(groupId);
  const around: unknown = group instanceof Y.Map ? group.get("group") : null;
  for (const kind of sceneKindNames) {
    for (const object of getObjects(doc, kind).values()) {
      if (object instanceof Y.Map && object.get("group") === groupId) {
        object.set("group", commonFields.group.parse(around) ?? null);
      }
    }
  }
}

/** Moves objects of one kind before another (null: to the end) and into a group (null: the top). */
export function arrangeObjects(
  doc: Y.Doc,
  kind: SceneKind,
  ids: readonly string[],
  to: { readonly beforeId: string | null; readonly group?: string | null },
  origin: unknown = localEdit,
): void {
  const objects = getObjects(doc, kind);
  const present = ids.filter((id) => objects.get(id) instanceof Y.Map);
  const group = to.group === undefined ? undefined : (requireValue(getKind(kind), "group", to.group) as string | null);
  if (kind === "groups" && group !== undefined && group !== null) requireNoCircle(doc, present, group);
  doc.transact(() => {
    for (const [id, order] of orderBefore(listOrders(objects), present, to.beforeId)) {
      writeValue(objects.get(id) as Y.Map<unknown>, "order", order);
    }
    if (group === undefined) return;
    for (const id of present) writeValue(objects.get(id) as Y.Map<unknown>, "group", group);
  }, origin);
}

function requireNoCircle(doc: Y.Doc, ids: readonly string[], into: string): void {
  const groups = getObjects(doc, "groups");
  const seen = new Set<string>();
  for (let id: unknown = into; typeof id === "string" && !seen.has(id); ) {
    if (ids.includes(id)) throw new SceneInputError("group", "A group can't contain itself.");
    seen.add(id);
    const group = groups.get(id);
    id = group instanceof Y.Map ? group.get("group") : null;
  }
}

// Sorting a list of thousands for its last entry would make adding them one by one take seconds.
function findLast(objects: Y.Map<unknown>): { readonly id: string; readonly order: string }[] {
  let last: { id: string; order: string } | null = null;
  objects.forEach((object, id) => {
    if (!(object instanceof Y.Map)) return;
    const given: unknown = object.get("order");
    if (last !== null && typeof given === "string" && given < last.order) return;
    const entry = { id, order: readOrder(object) };
    if (last === null || compareOrder(last, entry) < 0) last = entry;
  });
  return last === null ? [] : [last];
}

function readOrder(object: Y.Map<unknown>): string {
  return commonFields.order.parse(object.get("order")) ?? commonFields.order.fallback;
}

/** Ids and order keys of all objects under a root, sorted. Cheaper than reading the objects. */
export function listOrders(objects: Y.Map<unknown>): { readonly id: string; readonly order: string }[] {
  const list: { id: string; order: string }[] = [];
  for (const [id, object] of objects.entries()) {
    if (!(object instanceof Y.Map)) continue;
    list.push({ id, order: readOrder(object) });
  }
  return list.sort(compareOrder);
}

/** An object as plain values, or null if it no longer exists. */
export function findRecord(doc: Y.Doc, { kind, id }: ObjectRef): ObjectRecord | null {
  const object = getObjects(doc, kind).get(id);
  return object instanceof Y.Map ? recordObject(getKind(kind), object) : null;
}

/** Validates and cleans input; omits undefined fields. @throws SceneInputError */
export function requireValues(kind: SceneKind, values: object): ObjectRecord {
  const rules = getKind(kind);
  const record: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values) as [string, unknown][]) {
    if (value === undefined) continue;
    record[key] = requireValue(rules, key, isTextKey(kind, key) ? toTextRecord(value) : value);
  }
  return record;
}

function isTextKey(kind: SceneKind, key: string): boolean {
  return Object.hasOwn(getKind(kind).texts, key.split("@")[0]!);
}

function toTextRecord(value: unknown): unknown {
  if (typeof value === "string") return { runs: value === "" ? [] : [{ text: value }] };
  return Array.isArray(value) ? { runs: toRuns(value as RichText) } : value;
}

function toPlain(value: unknown): string {
  return (value as { runs: readonly { text: string }[] }).runs.map((run) => run.text).join("");
}

export function requireNewId(objects: Y.Map<unknown>, kind: SceneKind, id: string): void {
  const isUsable = kind === "floors" ? isStoreyNumber(Number(id)) && String(Number(id)) === id : isSceneId(id);
  if (!isUsable || objects.has(id)) throw new SceneInputError("id", "This ID isn't valid.");
}

export function requireRoom(objects: Y.Map<unknown>, kind: SceneKind, count: number): void {
  const { countMax, noun } = getKind(kind);
  if (objects.size + count > countMax) {
    throw new SceneInputError(kind, `A blueprint can have up to ${countMax.toLocaleString("en")} ${noun}s.`);
  }
}

/** Checks that span several fields. @throws SceneInputError */
export function requireConsistent(kind: SceneKind, record: ObjectRecord): void {
  if (kind !== "measurements") return;
  const type = measurementTypes.find((known) => known === record.type) ?? "distance";
  const count = Array.isArray(record.points) ? record.points.length : 0;
  const { min, max } = pointsNeeded[type];
  if (count < min || count > max) {
    throw new SceneInputError("points", min === max ? `Add exactly ${min} points.` : `Add at least ${min} points.`);
  }
}
