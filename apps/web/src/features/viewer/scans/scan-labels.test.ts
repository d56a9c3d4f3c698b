import { expect, it } from "vitest";
import { labelScans } from "./scan-labels.ts";

it("numbers scans of one kind and only those", () => {
  const labels = labelScans([
    { id: "a", kind: "mesh" },
    { id: "b", kind: "panorama" },
    { id: "c", kind: "panorama" },
  ]);
  expect([...labels.values()]).toEqual(["3D model", "Panorama 1", "Panorama 2"]);
});

it("uses a scan's own name", () => {
  const labels = labelScans([
    { id: "a", kind: "panorama", label: "Hall" },
    { id: "b", kind: "panorama" },
  ]);
  expect([labels.get("a"), labels.get("b")]).toEqual(["Hall", "Panorama"]);
});
