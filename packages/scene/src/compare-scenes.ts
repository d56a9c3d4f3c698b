import type * as Y from "yjs";
import { isSameValue, type ObjectRecord, requireRecord, writeObject } from "./object-record.ts";
import { getObjects, getSettings, localEdit } from "./scene-document.ts";
import type { Field } from "./scene-field.ts";
import { SceneInputError } from "./scene-input-error.ts";
import { getKind, type ObjectRef, type SceneKind, sceneKindNames } from "./scene-kinds.ts";
import { recordScene, type SceneRecord } from "./scene-record.ts";
import { settingsFields } from "./scene-settings.ts";

export interface ObjectDifference extends ObjectRef {
  /** Moved: only its position differs. */
  readonly change: "added" | "removed" | "moved" | "changed";
  /** Names of the fields, texts and parts that differ: `title`, `text@de`, `question`, `outline`. */
  readonly fields: readonly string[];
  /** Title or name; from the later side if it exists there. */
  readonly name: string;
}

export interface SceneDifference {
  readonly objects: readonly ObjectDifference[];
  readonly settings: readonly string[];
}

const positionFields: ReadonlySet<string> = new Set([
  "position",
  "normal",
  "rotation",
  "scale",
  "floor",
  "scanId",
  "heights",
  "outline",
  "points",
  "target",
  "pair",
  "yaw",
  "size",
]);

/** How `after` differs from `before`: kind by kind, sorted by id. */
export function compareScenes(before: SceneRecord, after: SceneRecord): SceneDifference {
  const objects: ObjectDifference[] = [];
  for (const kind of sceneKindNames) {
    const [old, now] = [before.objects[kind], after.objects[kind]];
    for (const id of [...new Set([...old.keys(), ...now.keys()])].sort()) {
      const difference = compareObjects(kind, id, old.get(id) ?? null, now.get(id) ?? null);
      if (difference !== null) objects.push(difference);
    }
  }
  const keys = [...new Set([...Object.keys(before.settings), ...Object.keys(after.settings)])].sort();
  return { objects, settings: keys.filter((key) => !isSameValue(before.settings[key], after.settings[key])) };
}

export function compareObjects(
  kind: SceneKind,
  id: string,
  before: ObjectRecord | null,
  after: ObjectRecord | null,
): ObjectDifference | null {
  const name = toRecordName(after ?? before ?? {});
  if (before === null || after === null) {
    if (before === after) return null;
    return { kind, id, change: before === null ? "added" : "removed", fields: [], name };
  }
  const fields = new Set<string>();
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (!isSameValue(before[key], after[key])) fields.add(toFieldName(kind, key));
  }
  if (fields.size === 0) return null;
  const change = [...fields].every((field) => positionFields.has(field)) ? "moved" : "changed";
  return { kind, id, change, fields: [...fields].sort(), name };
}

function toFieldName(kind: SceneKind, key: string): string {
  if (kind === "zones" && (key === "shape" || key.startsWith("v:"))) return "outline";
  return key.includes(":") ? key.slice(0, key.indexOf(":")) : key;
}

/** Title or name of an object; empty without one. */
export function toRecordName(record: ObjectRecord): string {
  const name = record.title ?? record.name;
  return typeof name === "string" ? name : "";
}

/**
 * Restores objects to a version as an ordinary edit: others keep editing, and it can be undone. Objects absent from the
 * version are removed; those invalid in it stay as they are. Returns what changed.
 */
export function restoreObjects(
  doc: Y.Doc,
  version: SceneRecord,
  refs: readonly ObjectRef[],
  origin: unknown = localEdit,
): ObjectRef[] {
  const restored: ObjectRef[] = [];
  doc.transact(() => {
    for (const { kind, id } of refs) {
      const objects = getObjects(doc, kind);
      const record = version.objects[kind].get(id);
      if (record === undefined) {
        if (!objects.has(id)) continue;
        objects.delete(id);
      } else {
        const checked = tryRecord(kind, record);
        if (checked === null) continue;
        writeObject(objects, id, checked);
      }
      restored.push({ kind, id });
    }
  }, origin);
  return restored;
}

/** Restores everything except comments: a conversation has no earlier state to return to. */
export function restoreScene(doc: Y.Doc, version: SceneRecord, origin: unknown = localEdit): ObjectRef[] {
  const difference = compareScenes(recordScene(doc), version);
  const refs = difference.objects.filter(({ kind }) => kind !== "threads");
  const settings = getSettings(doc);
  const fields: Readonly<Record<string, Field<unknown>>> = settingsFields;
  let restored: ObjectRef[] = [];
  doc.transact(() => {
    restored = restoreObjects(doc, version, refs, origin);
    for (const key of difference.settings) {
      const value = Object.hasOwn(fields, key) ? fields[key]!.parse(version.settings[key]) : undefined;
      if (value === undefined) settings.delete(key);
      else settings.set(key, value);
    }
  }, origin);
  return restored;
}

function tryRecord(kind: SceneKind, record: ObjectRecord): ObjectRecord | null {
  try {
    return requireRecord(getKind(kind), record);
  } catch (error) {
    if (error instanceof SceneInputError) return null;
    throw error;
  }
}
