import { addAnchor, editAnchor, moveAnchor, removeAnchor } from "@blueprint/scene/anchor-operations";
import { SceneReader } from "@blueprint/scene/scene-reader";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { createDocument } from "@blueprint/scene/testing/build-scene";
import { addZone, moveZoneVertices } from "@blueprint/scene/zone-operations";
import { expect, test } from "vitest";
import type * as Y from "yjs";
import { describeChanges } from "./scene-changes.ts";

/** The announcement for an edit of a document with some anchors and a zone. */
function tell(edit: (doc: Y.Doc) => void): string | null {
  const doc = createDocument();
  for (const id of ["1", "2", "3"]) addAnchor(doc, buildAnchor({ id, title: `Anchor ${id}` }));
  addZone(
    doc,
    "z",
    {
      outer: [
        [0, 0],
        [4, 0],
        [4, 4],
      ],
      holes: [],
    },
    { name: "Stage" },
  );
  const reader = new SceneReader(doc);
  const before = reader.scene;
  let sentence: string | null = null;
  reader.subscribe((change) => {
    sentence = describeChanges(before, change, "Ada");
  });
  doc.transact(() => edit(doc));
  reader.destroy();
  return sentence;
}

test("says who placed, removed, edited and moved what", () => {
  const sentence = tell((doc) => {
    removeAnchor(doc, "1");
    editAnchor(doc, "2", { title: "Exit" });
    moveAnchor(doc, "3", { position: [1, 0, 0] });
    addAnchor(doc, buildAnchor({ id: "4", title: " " }));
  });
  expect(sentence).toBe("Ada placed Unnamed anchor, removed Anchor 1, edited Exit, moved Anchor 3.");
});

test("moving corners moves a zone", () => {
  const move = { ringId: "outer", vertexId: "c0", at: [-1, -1] as const };
  expect(tell((doc) => moveZoneVertices(doc, "z", [move]))).toBe("Ada moved Stage.");
});

test("counts changes that are too many to name, separately for each kind", () => {
  const sentence = tell((doc) => {
    for (const id of ["5", "6", "7"]) addAnchor(doc, buildAnchor({ id }));
    addZone(doc, "y", {
      outer: [
        [9, 0],
        [12, 0],
        [12, 4],
      ],
      holes: [],
    });
  });
  expect(sentence).toBe("Ada placed 3 anchors and 1 zone.");
});

test("says nothing if nothing visible changed", () => {
  expect(tell((doc) => editAnchor(doc, "2", { title: "Anchor 2" }))).toBeNull();
});
