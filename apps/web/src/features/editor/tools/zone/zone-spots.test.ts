import { readScene } from "@blueprint/scene/read-scene";
import { createDocument } from "@blueprint/scene/testing/build-scene";
import { addZone } from "@blueprint/scene/zone-operations";
import { expect, it } from "vitest";
import { findFreeMiddles, listZoneSpots } from "./zone-spots.ts";

function buildZone() {
  const doc = createDocument();
  const outer = [
    [0, 0],
    [10, 0],
    [10, 8],
    [0, 8],
  ] as const;
  const hole = [
    [2, 2],
    [4, 2],
    [3, 4.0005],
  ] as const;
  addZone(doc, "hall", { outer, holes: [hole] });
  return readScene(doc).zones[0]!;
}

it("lists every corner with the previous one and the midpoint of the next side, around each ring", () => {
  const spots = listZoneSpots(buildZone());
  expect(spots.map(({ name }) => name)).toEqual([
    "Corner 1",
    "Corner 2",
    "Corner 3",
    "Corner 4",
    "Corner of a hole 1",
    "Corner of a hole 2",
    "Corner of a hole 3",
  ]);
  expect(spots[0]).toMatchObject({ before: { at: [0, 8] }, middle: [5, 0], middleName: "New corner after corner 1" });
  expect(spots[3]).toMatchObject({ before: { at: [10, 8] }, middle: [0, 4] });
  expect(new Set(spots.map(({ key }) => key)).size).toBe(7);
});

it("rounds midpoints to millimetres", () => {
  expect(listZoneSpots(buildZone())[5]!.middle[1]).toBe(3);
});

it("leaves out a midpoint that a corner, a handle of the gizmo or another midpoint would cover", () => {
  const at = (x: number) => ({ x, y: 0 });
  expect(findFreeMiddles([at(0), at(100), at(200), null], [at(110), null])).toEqual([at(0), null, at(200), null]);
  expect(findFreeMiddles([at(0), at(31), at(80)], [])).toEqual([null, null, at(80)]);
  expect(findFreeMiddles([at(0), at(32)], [])).toEqual([at(0), at(32)]);
});
