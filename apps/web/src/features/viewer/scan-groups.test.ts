import { expect, it } from "vitest";
import { groupScans } from "./scan-groups.ts";
import type { ViewerScan } from "./viewer.ts";

const buildScan = (id: string, kind: ViewerScan["kind"]): ViewerScan => ({
  id,
  kind,
  delivery: {
    form: "glb",
    entryUrl: `/deliveries/${id}/model.glb`,
    previewUrl: `/deliveries/${id}/preview.webp`,
    bounds: { min: [0, 0, 0], max: [1, 1, 1] },
    startView: { position: [0, 1, 3], target: [0, 1, 0] },
    plans: [],
  },
});

it("numbers scans of one kind and only those", () => {
  const scans = [buildScan("a", "mesh"), buildScan("b", "panorama"), buildScan("c", "panorama")];
  expect(groupScans(scans).map(({ label }) => label)).toEqual(["3D model", "Panorama 1", "Panorama 2"]);
});

it("puts floor plans behind what one can be in", () => {
  const scans = [buildScan("a", "plan"), buildScan("b", "mesh")];
  expect(groupScans(scans).map(({ id, label }) => [id, label])).toEqual([
    ["b", "3D model"],
    ["a", "Floor plan"],
  ]);
});
