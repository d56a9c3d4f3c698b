import type * as Y from "yjs";
import { type SceneKind, sceneKindNames } from "./scene-kinds.ts";

/** Schema version of a document. Raise it together with a migration in `scene-migrations.ts`. */
export const sceneSchemaVersion = 3;

/** The root types of a document; an update that adds another one is refused. */
export const sceneRootNames: readonly string[] = ["settings", ...sceneKindNames];

/** Transaction origin of a person's own edits: undo follows it. */
export const localEdit = "local-edit";

/** Transaction origin of migrations and of initialising an empty document: excluded from undo. */
export const schemaChange = "schema-change";

export function getSettings(doc: Y.Doc): Y.Map<unknown> {
  return doc.getMap("settings");
}

/** Objects of a kind by id. Every value should be a Y.Map, but a document may hold anything: read it with `readScene`. */
export function getObjects(doc: Y.Doc, kind: SceneKind): Y.Map<unknown> {
  return doc.getMap(kind);
}

export function getAnchors(doc: Y.Doc): Y.Map<unknown> {
  return getObjects(doc, "anchors");
}

/** The schema version a document was written in; 0 for an empty one, null when it is invalid. */
export function readSchemaVersion(doc: Y.Doc): number | null {
  const version = getSettings(doc).get("schemaVersion");
  if (version === undefined) return 0;
  return typeof version === "number" && Number.isSafeInteger(version) && version > 0 ? version : null;
}
