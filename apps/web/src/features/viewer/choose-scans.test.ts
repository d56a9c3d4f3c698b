import { expect, it } from "vitest";
import { chooseScans } from "./choose-scans.ts";
import { placeScans } from "./scan-placement.ts";
import type { ViewerScan } from "./viewer.ts";

const buildScan = (id: string, kind: ViewerScan["kind"], extra: Partial<ViewerScan> = {}): ViewerScan => ({
  id,
  kind,
  delivery: {
    form: "3d-tiles",
    entryUrl: `/deliveries/${id}/tileset.json`,
    previewUrl: "preview.webp",
    bounds: { min: [0, 0, 0], max: [1, 1, 1] },
    startView: { position: [0, 1, 3], target: [0, 1, 0] },
    plans: [],
  },
  ...extra,
});
const scans = placeScans([
  buildScan("eye", "panorama"),
  buildScan("mesh", "mesh"),
  buildScan("points", "point-cloud"),
  buildScan("placed eye", "panorama", { placement: { position: [1, 0, 0], yaw: 0, scale: 1 } }),
]);
const none = new Set<string>();
const idsOf = (chosen: readonly { readonly id: string }[]) => chosen.map(({ id }) => id);

it("loads the first scan alone, then all that are seen together, and marks panoramas that have a place", () => {
  const before = chooseScans(scans, none, null, { mesh: "loading" });
  expect(idsOf(before.loading)).toEqual(["mesh"]);
  const after = chooseScans(scans, none, null, { mesh: "shown" });
  expect(idsOf(after.loading)).toEqual(["mesh", "points"]);
  expect(idsOf(after.seen)).toEqual(["mesh", "points"]);
  expect(idsOf(after.marked)).toEqual(["placed eye"]);
  // One that never comes holds nobody up.
  expect(idsOf(chooseScans(scans, none, null, { mesh: "failed" }).loading)).toEqual(["mesh", "points"]);
});

it("does not load what is switched off", () => {
  expect(idsOf(chooseScans(scans, new Set(["mesh"]), null, {}).wanted)).toEqual(["points"]);
});

it("draws nothing but the panorama one stands in, and keeps the rest behind it", () => {
  const inside = chooseScans(scans, none, "placed eye", { mesh: "shown", points: "shown" });
  expect(idsOf(inside.seen)).toEqual(["placed eye"]);
  expect(idsOf(inside.loading)).toEqual(["placed eye", "mesh", "points"]);
  expect(idsOf(inside.marked)).toEqual([]);
});

it("begins in the first panorama where there is nothing else", () => {
  const chosen = chooseScans([scans[0]!, scans[3]!], none, null, {});
  expect(chosen.standpoint?.id).toBe("eye");
  expect(idsOf(chosen.loading)).toEqual(["eye"]);
});
