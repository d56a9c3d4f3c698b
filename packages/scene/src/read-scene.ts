import type * as Y from "yjs";
import { type Anchor, readAnchor } from "./anchor.ts";
import { getAnchors, readSchemaVersion } from "./scene-document.ts";

/** The document as plain values: what screens, exports and publishing read. */
export interface Scene {
  readonly schemaVersion: number;
  /** In list order. Entries that cannot be shown are left out. */
  readonly anchors: readonly Anchor[];
}

export function readScene(doc: Y.Doc): Scene {
  const anchors: Anchor[] = [];
  for (const [id, value] of getAnchors(doc)) {
    const anchor = readAnchor(id, value);
    if (anchor !== null) anchors.push(anchor);
  }
  return { schemaVersion: readSchemaVersion(doc) ?? 0, anchors: anchors.sort(compareAnchors) };
}

function compareAnchors(a: Anchor, b: Anchor): number {
  if (a.order !== b.order) return a.order < b.order ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
