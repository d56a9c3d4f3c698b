import type { PublishedScene } from "@blueprint/contract/published";
import type * as Y from "yjs";
import type { Audience } from "./object-kind.ts";
import { readScene } from "./read-scene.ts";
import { selectForAudience } from "./scene-audience.ts";

/** Freezes what an audience may see: no drafts, no authors, no times, no list keys. */
export function toPublishedScene(doc: Y.Doc, audience: Audience = "visitor"): PublishedScene {
  const scene = selectForAudience(readScene(doc), audience);
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
