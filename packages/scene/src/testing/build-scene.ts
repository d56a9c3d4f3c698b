import * as Y from "yjs";
import type { Anchor } from "../anchor.ts";
import { addAnchor } from "../anchor-operations.ts";
import { readScene, type Scene } from "../read-scene.ts";
import { prepareScene } from "../scene-migrations.ts";
import { buildAnchor } from "./build-anchor.ts";

export function createDocument(): Y.Doc {
  const doc = new Y.Doc();
  prepareScene(doc);
  return doc;
}

/** A scene that holds only the given parts. */
export function buildScene(change: Partial<Scene> = {}): Scene {
  return { ...readScene(createDocument()), ...change };
}

/** An anchor as a document reads it. */
export function buildSceneAnchor(id: string, change: Partial<Anchor> = {}): Anchor {
  const doc = createDocument();
  addAnchor(doc, buildAnchor({ id }));
  return { ...readScene(doc).anchors[0]!, ...change };
}
