import type * as Y from "yjs";
import { getSettings, readSchemaVersion, sceneSchemaVersion, schemaChange } from "./scene-document.ts";

/** Migrates a document from version `index + 1` to the next, inside one transaction. */
type SceneMigration = (doc: Y.Doc) => unknown;

// Version 2 added kinds of objects, fields and text styles. Version 1 content stays valid unchanged; the number stops
// older programs, which do not know the additions, from writing.
const toVersion2: SceneMigration = () => {};

// Version 3 added volumes.
const toVersion3: SceneMigration = () => {};

const migrations: readonly SceneMigration[] = [toVersion2, toVersion3];

/** `document-too-new`: written by a later version of Blueprint; it may be read but must not be written. */
export type SceneReadiness = "current" | "document-too-new";

/**
 * Makes a document current: an empty one gets its version, an older one is migrated. Only the server does this, so that
 * two browsers never migrate the same document concurrently.
 */
export function prepareScene(doc: Y.Doc, steps: readonly SceneMigration[] = migrations): SceneReadiness {
  const target = steps.length + 1;
  const version = readSchemaVersion(doc);
  if (version === null || version > target) return "document-too-new";
  if (version === target) return "current";
  doc.transact(() => {
    for (const migrate of version === 0 ? [] : steps.slice(version - 1)) migrate(doc);
    getSettings(doc).set("schemaVersion", target);
  }, schemaChange);
  return "current";
}

export function isSceneTooNew(doc: Y.Doc): boolean {
  const version = readSchemaVersion(doc);
  return version === null || version > sceneSchemaVersion;
}
