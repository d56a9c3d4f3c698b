import { readScene } from "@blueprint/scene/read-scene";
import { createDocument } from "@blueprint/scene/testing/build-scene";
import { addZone } from "@blueprint/scene/zone-operations";
import { expect, test } from "vitest";
import { findZoneAt } from "./find-zone.ts";

const square = (from: number, size: number) =>
  [
    [from, from],
    [from + size, from],
    [from + size, from + size],
    [from, from + size],
  ] as const;

test("a click finds the smallest zone around it, on the right storey, and nothing in a hole", () => {
  const doc = createDocument();
  addZone(doc, "hall", { outer: square(0, 10), holes: [square(7, 2)] }, { heights: [0, 3] });
  addZone(doc, "desk", { outer: square(1, 2), holes: [] }, { heights: [0, 3] });
  addZone(doc, "upstairs", { outer: square(0, 10), holes: [] }, { heights: [4, 7], floor: 1 });
  const { zones } = readScene(doc);
  expect(findZoneAt(zones, [2, 0, 2])?.id).toBe("desk");
  expect(findZoneAt(zones, [5, -0.1, 5])?.id).toBe("hall");
  expect(findZoneAt(zones, [2, 4, 2])?.id).toBe("upstairs");
  expect(findZoneAt(zones, [8, 0, 8])).toBeNull();
});
