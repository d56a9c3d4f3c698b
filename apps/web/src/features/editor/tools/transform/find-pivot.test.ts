import { addAnchor } from "@blueprint/scene/anchor-operations";
import { addObject } from "@blueprint/scene/object-operations";
import { readScene } from "@blueprint/scene/read-scene";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { createDocument } from "@blueprint/scene/testing/build-scene";
import { addZone } from "@blueprint/scene/zone-operations";
import { expect, test } from "vitest";
import { findPivot, listMovable } from "./find-pivot.ts";

test("the gizmo is at the centre of the selection, on its lowest level", () => {
  const doc = createDocument();
  addAnchor(doc, buildAnchor({ id: "a", position: [10, 1.5, 4] }));
  addAnchor(doc, buildAnchor({ id: "far", position: [99, 0, 99] }));
  const outer = [
    [0, 0],
    [4, 0],
    [4, 2],
  ] as const;
  addZone(doc, "z", { outer, holes: [] }, { heights: [0.5, 3] });
  addObject(doc, "groups", "g", { name: "By the door" });
  const scene = readScene(doc);
  const zone = { kind: "zones", id: "z" } as const;
  const group = { kind: "groups", id: "g" } as const;
  expect(findPivot(scene, [zone])).toEqual([2, 0.5, 1]);
  expect(findPivot(scene, [zone, { kind: "anchors", id: "a" }])).toEqual([5, 0.5, 2]);
  expect(listMovable([zone, group])).toEqual([zone]);
  expect(findPivot(scene, [group])).toBeNull();
});
