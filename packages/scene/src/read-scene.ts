import type * as Y from "yjs";
import { compareOrder } from "./order-key.ts";
import { getObjects, getSettings, readSchemaVersion } from "./scene-document.ts";
import { readObject, type SceneKind, type SceneObjects } from "./scene-kinds.ts";
import { readSettings, type SceneSettings } from "./scene-settings.ts";

/** Every object of a document, each kind in list order. Entries that cannot be shown are omitted. */
export type SceneLists = { readonly [K in SceneKind]: readonly SceneObjects[K][] };

/** The document as plain values, for screens, exports and publishing. */
export interface Scene extends SceneLists {
  readonly schemaVersion: number;
  readonly settings: SceneSettings;
}

/** Reads everything. For a document that is being edited, use a `SceneReader` instead. */
export function readScene(doc: Y.Doc): Scene {
  return {
    schemaVersion: readSchemaVersion(doc) ?? 0,
    settings: readSettings(getSettings(doc)),
    anchors: readObjects(doc, "anchors"),
    zones: readObjects(doc, "zones"),
    measurements: readObjects(doc, "measurements"),
    plans: readObjects(doc, "plans"),
    tours: readObjects(doc, "tours"),
    views: readObjects(doc, "views"),
    threads: readObjects(doc, "threads"),
    floors: readObjects(doc, "floors"),
    placements: readObjects(doc, "placements"),
    groups: readObjects(doc, "groups"),
    volumes: readObjects(doc, "volumes"),
  };
}

export function readObjects<K extends SceneKind>(doc: Y.Doc, kind: K): SceneObjects[K][] {
  const objects: SceneObjects[K][] = [];
  for (const [id, value] of getObjects(doc, kind)) {
    const object = readObject[kind](id, value);
    if (object !== null) objects.push(object);
  }
  return objects.sort(compareOrder);
}
