import { addObject } from "@blueprint/scene/object-operations";
import { readScene } from "@blueprint/scene/read-scene";
import { fromTurns } from "@blueprint/scene/scan-placement";
import { createDocument } from "@blueprint/scene/testing/build-scene";
import { expect, test } from "vitest";
import { toSimilarity, withPlacements } from "./with-placements.ts";

test("a placed scan brings its placement along, the others are unchanged", () => {
  const doc = createDocument();
  addObject(doc, "placements", "annex", {
    position: [3, 0, -2],
    rotation: fromTurns({ yaw: 0.5, pitch: 0, roll: 0 }),
    scale: 2,
  });
  const [annex, hall] = withPlacements([{ id: "annex" }, { id: "hall" }], readScene(doc).placements);
  expect(annex).toEqual({
    id: "annex",
    placement: { position: [3, 0, -2], yaw: expect.closeTo(0.5, 9), scale: 2 },
  });
  expect(hall).toEqual({ id: "hall" });
});

test("a tilt is included and leads back to the same rotation", () => {
  const doc = createDocument();
  const rotation = fromTurns({ yaw: -2, pitch: 0.1, roll: 0.3 });
  addObject(doc, "placements", "annex", { position: [3, 0, -2], rotation, scale: 2 });
  const [annex] = withPlacements([{ id: "annex" }], readScene(doc).placements);
  expect(annex?.placement?.tilt).toEqual([expect.closeTo(0.1, 9), expect.closeTo(0.3, 9)]);
  const back = toSimilarity(annex!.placement!).rotation;
  for (const [at, part] of back.entries()) expect(part).toBeCloseTo(rotation[at]!, 9);
});
