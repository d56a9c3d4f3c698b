import { type PublishedScene, publishedSceneSchema } from "@blueprint/contract/published";
import { expect, test } from "vitest";
import type * as Y from "yjs";
import { anchorTypes } from "./anchor.ts";
import { addAnchor, editAnchor, moveAnchor, removeAnchor } from "./anchor-operations.ts";
import { addObject, editObject } from "./object-operations.ts";
import { toPublishedScene } from "./published-scene.ts";
import { readScene } from "./read-scene.ts";
import { buildAnchor } from "./testing/build-anchor.ts";
import { createDocument } from "./testing/build-scene.ts";
import { editTourStop } from "./tour-operations.ts";
import { findUnpublishedChanges } from "./unpublished-changes.ts";
import { addZone } from "./zone-operations.ts";

const square = {
  outer: [
    [0, 0],
    [4, 0],
    [4, 3],
  ],
  holes: [],
} as const;

function build() {
  const doc = createDocument();
  for (const type of anchorTypes) addAnchor(doc, { ...buildAnchor({ id: type, title: type }), type });
  editAnchor(doc, "info", { text: [{ style: "heading", spans: [{ text: "Lamp", bold: true }] }], "title@de": "Lampe" });
  addZone(doc, "z", square, { name: "Lobby" });
  addObject(doc, "floors", "1", { name: "Gallery" });
  addObject(doc, "views", "v", { name: "Hall", position: [0, 1, 2], target: [0, 0, 0] });
  addObject(doc, "tours", "t", { name: "Round" });
  editTourStop(doc, "t", "s", { anchorId: "info" });
  return doc;
}

/** As a browser gets it from the server. */
const receive = (doc: Y.Doc): PublishedScene =>
  publishedSceneSchema.parse(JSON.parse(JSON.stringify(toPublishedScene(doc, "staff"))));
const find = (doc: Y.Doc, published: PublishedScene) =>
  Object.fromEntries(findUnpublishedChanges(readScene(doc), published, "staff"));

test("right after publishing nothing counts as changed, of any kind of object", () => {
  const doc = build();
  expect(find(doc, receive(doc))).toEqual({});
});

test("edited, moved and added objects are found, except those not for the audience", () => {
  const doc = build();
  const published = receive(doc);
  editAnchor(doc, "info", { "title@de": "Leuchte" });
  moveAnchor(doc, "image", { position: [9, 9, 9] });
  removeAnchor(doc, "form");
  addAnchor(doc, buildAnchor({ id: "new" }));
  addAnchor(doc, { ...buildAnchor({ id: "draft" }), state: "draft" });
  addAnchor(doc, { ...buildAnchor({ id: "for-robots" }), audiences: ["robot"] });
  editObject(doc, "zones", "z", { name: "Foyer" });
  editObject(doc, "floors", "1", { elevation: 3 });
  editTourStop(doc, "t", "s", { seconds: 30 });
  expect(find(doc, published)).toEqual({
    info: "changed",
    image: "changed",
    new: "new",
    z: "changed",
    t: "changed",
    1: "changed",
  });
});
