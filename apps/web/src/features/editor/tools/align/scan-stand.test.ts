import { addObject } from "@blueprint/scene/object-operations";
import { readScene } from "@blueprint/scene/read-scene";
import { createDocument } from "@blueprint/scene/testing/build-scene";
import { expect, test } from "vitest";
import { toYawRotation, withStands } from "./scan-stand.ts";

test("a scan that somebody has placed brings its place along, the others stay as they are", () => {
  const doc = createDocument();
  addObject(doc, "placements", "annex", { position: [3, 0, -2], rotation: toYawRotation(0.5), scale: 2 });
  const [annex, hall] = withStands([{ id: "annex" }, { id: "hall" }], readScene(doc).placements);
  expect(annex).toEqual({
    id: "annex",
    placement: { position: [3, 0, -2], yaw: expect.closeTo(0.5, 9), scale: 2 },
  });
  expect(hall).toEqual({ id: "hall" });
});
