import type { PublishedScene } from "@blueprint/contract/published";
import type * as Y from "yjs";
import { readScene } from "./read-scene.ts";

/** Freezes what visitors may see: no authors, no times, no list keys. */
export function toPublishedScene(doc: Y.Doc): PublishedScene {
  const scene = readScene(doc);
  return {
    schemaVersion: scene.schemaVersion,
    anchors: scene.anchors.map(({ id, type, title, text, position, normal }) => ({
      id,
      type,
      title,
      text,
      position: [...position],
      normal: [...normal],
    })),
  };
}
