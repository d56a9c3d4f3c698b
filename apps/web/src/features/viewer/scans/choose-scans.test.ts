import { describe, expect, it } from "vitest";
import { describePosition } from "../anchors/describe-position.ts";
import { findPanoramaBeside, findPanoramaTowards } from "../panoramas/step-panorama.ts";
import type { ViewerScan } from "../scene/scene.ts";
import { chooseScans } from "./choose-scans.ts";
import { applyPlacements, toScanId } from "./scan-placement.ts";

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
const scans = applyPlacements([
  buildScan("eye", "panorama"),
  buildScan("mesh", "mesh"),
  buildScan("points", "point-cloud"),
  buildScan("placed eye", "panorama", { placement: { position: [1, 0, 0], yaw: 0, scale: 1 } }),
]);
const none = new Set<string>();
const idsOf = (chosen: readonly { readonly id: string }[]) => chosen.map(({ id }) => id);

it("loads the first scan alone, then all visible ones, and marks panoramas that have a position", () => {
  const before = chooseScans(scans, none, null, null, { mesh: "loading" });
  expect(idsOf(before.loading)).toEqual(["mesh"]);
  const after = chooseScans(scans, none, null, null, { mesh: "shown" });
  expect(idsOf(after.loading)).toEqual(["mesh", "points"]);
  expect(idsOf(after.seen)).toEqual(["mesh", "points"]);
  expect(idsOf(after.marked)).toEqual(["placed eye"]);
  // A scan that never arrives blocks nothing.
  expect(idsOf(chooseScans(scans, none, null, null, { mesh: "failed" }).loading)).toEqual(["mesh", "points"]);
});

it("does not load scans that are switched off", () => {
  expect(idsOf(chooseScans(scans, new Set(["mesh"]), null, null, {}).wanted)).toEqual(["points"]);
});

it("draws only the panorama a visitor is in, and keeps the rest behind it", () => {
  const inside = chooseScans(scans, none, "placed eye", null, {
    mesh: "shown",
    points: "shown",
    "placed eye": "shown",
  });
  expect(idsOf(inside.seen)).toEqual(["placed eye"]);
  expect(idsOf(inside.loading)).toEqual(["placed eye", "mesh", "points"]);
  expect(idsOf(inside.marked)).toEqual([]);
});

describe("stepping from panorama to panorama", () => {
  const tour = applyPlacements([
    {
      ...buildScan("tour", "panorama"),
      delivery: {
        ...buildScan("tour", "panorama").delivery,
        form: "image-pyramid",
        entryUrl: "/deliveries/key/1/panorama.json",
        panoramas: [
          { path: "1/panorama.json", name: "Hall", position: [0, 1.6, 0], heading: 90, isPlaced: true },
          { path: "2/panorama.json", name: "Stair", position: [0, 1.6, -4], heading: 0, isPlaced: true },
          { path: "3/panorama.json", name: "Yard", position: [6, 1.6, 0], heading: 0, isPlaced: true },
          { path: "4/panorama.json", name: "Attic", position: [16, 1.6, 0], heading: 0, isPlaced: false },
        ],
      },
    },
  ]);
  const nameOf = (scan: { readonly label?: string } | undefined) => scan?.label;

  it("splits a set into its panoramas, each with its own tiles, position and direction", () => {
    expect(tour.map(({ id, delivery }) => [id, delivery.entryUrl])).toEqual([
      ["tour", "/deliveries/key/1/panorama.json"],
      ["tour/2", "/deliveries/key/2/panorama.json"],
      ["tour/3", "/deliveries/key/3/panorama.json"],
      ["tour/4", "/deliveries/key/4/panorama.json"],
    ]);
    expect(tour.map(({ isPositionKnown }) => isPositionKnown)).toEqual([true, true, true, false]);
    expect(tour[0]!.delivery.startView.target.map((value) => Math.round(value * 10 + 0.01) / 10)).toEqual([1, 1.6, 0]);
    expect(toScanId("tour/3")).toBe("tour");
  });

  it("keeps the current panorama until the next one can be drawn, even if that never loads", () => {
    const asked = chooseScans(tour, none, "tour/2", "tour", { tour: "shown" });
    expect([nameOf(asked.standpoint), nameOf(asked.awaited)]).toEqual(["Hall", "Stair"]);
    expect(idsOf(asked.seen)).toEqual(["tour"]);
    expect(idsOf(asked.loading)).toEqual(["tour/2", "tour"]);
    const failed = chooseScans(tour, none, "tour/2", "tour", { tour: "shown", "tour/2": "failed" });
    expect(nameOf(failed.standpoint)).toBe("Hall");
    const arrived = chooseScans(tour, none, "tour/2", "tour", { tour: "shown", "tour/2": "shown" });
    expect(idsOf(arrived.seen)).toEqual(["tour/2"]);
    expect(idsOf(arrived.loading)).toEqual(["tour/2"]);
    // Panoramas with an unknown position get no mark.
    expect(arrived.marked.map(nameOf)).toEqual(["Hall", "Yard"]);
  });

  it("keeps the scene until the panorama being entered can be drawn", () => {
    const entering = chooseScans(scans, none, "placed eye", null, { mesh: "shown" });
    expect(idsOf(entering.seen)).toEqual(["mesh", "points"]);
    expect(nameOf(entering.standpoint)).toBeUndefined();
  });

  it("finds the one in a direction, and the neighbours in their order", () => {
    const hall = tour[0]!;
    expect(nameOf(findPanoramaTowards(tour, hall, 0))).toBe("Stair");
    expect(nameOf(findPanoramaTowards(tour, hall, -Math.PI / 2))).toBe("Yard");
    expect(findPanoramaTowards(tour, hall, Math.PI)).toBeUndefined();
    expect(findPanoramaTowards(tour, tour[3]!, 0)).toBeUndefined();
    expect(nameOf(findPanoramaBeside(tour, "tour", -1))).toBe("Attic");
    expect(nameOf(findPanoramaBeside(tour, "tour/4", 1))).toBe("Hall");
    expect(findPanoramaBeside(tour.slice(0, 1), "tour", 1)).toBeUndefined();
  });

  it("gives the position of something from the panorama that shows it best", () => {
    expect(describePosition([0, 1.6, -6], tour)).toBe("straight ahead, at eye level, seen from Stair");
  });
});

it("starts in the first panorama if there is nothing else", () => {
  const chosen = chooseScans([scans[0]!, scans[3]!], none, null, null, {});
  expect(chosen.standpoint?.id).toBe("eye");
  expect(idsOf(chosen.loading)).toEqual(["eye"]);
});
