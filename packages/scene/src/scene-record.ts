import * as Y from "yjs";
import { type ObjectRecord, recordObject } from "./object-record.ts";
import { getObjects, getSettings } from "./scene-document.ts";
import { getKind, type SceneKind, sceneKindNames } from "./scene-kinds.ts";

/** A whole document as plain JSON values, for comparing and restoring versions. */
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
  return { settings: recordSettings(doc), objects };
}

/** The settings of the whole place, without the schema version. */
export function recordSettings(doc: Y.Doc): ObjectRecord {
  const { schemaVersion: _, ...settings } = getSettings(doc).toJSON() as Record<string, unknown>;
  return settings;
}
