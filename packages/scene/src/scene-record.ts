import * as Y from "yjs";
import { type ObjectRecord, recordObject } from "./object-record.ts";
import { getObjects, getSettings } from "./scene-document.ts";
import { getKind, type SceneKind, sceneKindNames } from "./scene-kinds.ts";

/** A whole document as plain values (JSON): what versions are compared and restored by. */
export interface SceneRecord {
  readonly settings: ObjectRecord;
  readonly objects: { readonly [K in SceneKind]: ReadonlyMap<string, ObjectRecord> };
}

export function recordScene(doc: Y.Doc): SceneRecord {
  const objects = {} as Record<SceneKind, ReadonlyMap<string, ObjectRecord>>;
  for (const kind of sceneKindNames) {
    const records = new Map<string, ObjectRecord>();
    for (const [id, object] of getObjects(doc, kind)) {
      if (object instanceof Y.Map) records.set(id, recordObject(getKind(kind), object));
    }
    objects[kind] = records;
  }
  const { schemaVersion: _, ...settings } = getSettings(doc).toJSON() as Record<string, unknown>;
  return { settings, objects };
}
