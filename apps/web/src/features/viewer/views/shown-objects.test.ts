import { expect, test } from "vitest";
import { everythingShown, isEverythingShown, listShown, toShown } from "./shown-objects.ts";

const objects = [{ id: "door" }, { id: "desk", floor: 0 }, { id: "lamp", floor: 1 }];
const idsOf = (shown: Parameters<typeof listShown>[0], layer: "anchors" | "zones" = "anchors") =>
  listShown(shown, layer, objects).map(({ id }) => id);

test("a picture omits single objects, whole layers and other storeys", () => {
  expect(listShown(everythingShown, "anchors", objects)).toBe(objects);
  expect(idsOf({ ...everythingShown, hidden: ["desk", "gone"] })).toEqual(["door", "lamp"]);
  const noAnchors = toShown({ hidden: [], hiddenLayers: ["anchors"], floor: null });
  expect([idsOf(noAnchors), idsOf(noAnchors, "zones")]).toEqual([[], ["door", "desk", "lamp"]]);
  expect(idsOf({ ...everythingShown, floor: 0 })).toEqual(["door", "desk"]);
  expect(idsOf({ ...everythingShown, floor: 1 }, "zones")).toEqual(["lamp"]);
});

test("a view saved before layers existed shows them all", () => {
  expect(isEverythingShown(toShown({ hidden: [], floor: null }))).toBe(true);
  expect(isEverythingShown(toShown({ hidden: [], floor: 0 }))).toBe(false);
});
