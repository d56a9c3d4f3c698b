import type { Georeference } from "@blueprint/contract/scan-report";
import { describe, expect, it } from "vitest";
import type { ViewerScan } from "../scene/scene.ts";
import { applyPlacements, type ScanPlacement, startViewOf, toBlueprintFrame } from "./scan-placement.ts";

const buildScan = (id: string, georeference?: Georeference, placement?: ScanPlacement): ViewerScan => ({
  id,
  kind: "mesh",
  ...(placement === undefined ? {} : { placement }),
  delivery: {
    form: "3d-tiles",
    entryUrl: `/deliveries/${id}/tileset.json`,
    previewUrl: `/deliveries/${id}/preview.webp`,
    bounds: { min: [-1, 0, -2], max: [3, 2, 2] },
    startView: { position: [0, 1, 3], target: [0, 1, 0] },
    ...(georeference === undefined ? {} : { georeference }),
    plans: [{ url: "plan.svg", floorM: 0, extent: { min: [-1, -2], max: [3, 2] } }],
  },
});
const utm = (crs: string | null, ...origin: [number, number, number]): Georeference => ({ crs, origin });

describe("the frame of a blueprint", () => {
  it("is that of its oldest scan with a known location; related scans are placed by their system", () => {
    const [far, near, lost] = applyPlacements([
      buildScan("lost"),
      buildScan("far", utm("EPSG:32633", 392_040.125, 34.5, -5_820_101.0625)),
      buildScan("near", utm("EPSG:32633", 392_052.25, 35, -5_820_090)),
    ]).toReversed();
    expect(lost).toMatchObject({ placement: { position: [0, 0, 0] }, isPositionKnown: false });
    expect(near).toMatchObject({ placement: { position: [0, 0, 0] }, isPositionKnown: true });
    // Exact: no 32-bit float can hold a northing to the sixteenth of a metre.
    expect(far).toMatchObject({ placement: { position: [12.125, 0.5, 11.0625] }, isPositionKnown: true });
    expect(far!.delivery.bounds).toEqual({ min: [11.125, 0.5, 9.0625], max: [15.125, 2.5, 13.0625] });
    expect(far!.delivery.startView.position).toEqual([12.125, 1.5, 14.0625]);
    expect(far!.delivery.plans[0]).toEqual({
      url: "plan.svg",
      floorM: 0.5,
      extent: { min: [11.125, 9.0625], max: [15.125, 13.0625] },
    });
  });

  it("states what its start view shows, unless the team chose it", () => {
    const placement: ScanPlacement = { position: [10, 0, 0], yaw: 0, scale: 2 };
    const [scan] = applyPlacements([buildScan("hall", undefined, placement)]);
    expect(startViewOf(scan!)).toEqual({
      position: [10, 2, 6],
      target: [10, 2, 0],
      overviewOf: { min: [8, 0, -4], max: [16, 4, 4] },
    });
    const chosen = { position: [1, 2, 3], target: [4, 5, 6] } as const;
    const [seen] = applyPlacements([{ ...buildScan("hall", undefined, placement), startView: chosen }]);
    expect(startViewOf(seen!)).toEqual(chosen);
  });

  it("keeps its zero when the scan that defined it is gone", () => {
    const origin = utm("EPSG:32633", 392_040.125, 34.5, -5_820_101.0625);
    const left = buildScan("left", utm("EPSG:32633", 392_052.25, 35, -5_820_090));
    const keeping = { ...left, delivery: { ...left.delivery, frameOrigin: origin } };
    expect(applyPlacements([keeping])[0]).toMatchObject({ placement: { position: [12.125, 0.5, 11.0625] } });
    // Nothing is near it any more: the whole place moved.
    const far = buildScan("far", utm("EPSG:32632", 1, 2, 3));
    const moved = { ...far, delivery: { ...far.delivery, frameOrigin: origin } };
    expect(applyPlacements([moved])[0]).toMatchObject({ placement: { position: [0, 0, 0] }, isPositionKnown: true });
  });

  it("compares heights only if both state their reference", () => {
    const positionOf = (a: string | null, b: string | null) =>
      applyPlacements([buildScan("a", utm(a, 100, 0, 0)), buildScan("b", utm(b, 110, 0, 0))])[1]!.placement.position[0];
    expect(positionOf("EPSG:32633", "EPSG:32633+5773")).toBe(10);
    expect(positionOf("EPSG:32633+5773", "EPSG:32633+5773")).toBe(10);
    expect(positionOf("EPSG:32633+5703", "EPSG:32633+5773")).toBe(0);
    expect(positionOf("EPSG:32633", "EPSG:32632")).toBe(0);
    expect(positionOf("EPSG:32633", null)).toBe(0);
    expect(positionOf(null, null)).toBe(10);
  });

  it("leaves scans at the origin that their system puts too far away for a venue", () => {
    const scans = applyPlacements([buildScan("a", utm(null, 0, 0, 0)), buildScan("b", utm(null, 0, 0, -5_000_000))]);
    expect(scans[1]).toMatchObject({ placement: { position: [0, 0, 0] }, isPositionKnown: false });
  });

  it("starts at the team's chosen point, in the blueprint's frame, wherever the scan is", () => {
    const startView = { position: [1, 2, 3], target: [0, 1, 0] } as const;
    const scan = { ...buildScan("a", undefined, { position: [10, 0, 5], yaw: 1, scale: 2 }), startView };
    expect(applyPlacements([scan])[0]!.delivery.startView).toEqual(startView);
  });

  it("prefers a manual placement to the file's", () => {
    const placement = { position: [10, 0, 5], yaw: Math.PI / 2, scale: 2 } as const;
    const [placed] = applyPlacements([buildScan("a", utm("EPSG:32633", 1, 2, 3), placement)]);
    expect(placed!.placement).toBe(placement);
    // A quarter turn counterclockwise, seen from above: x becomes −z.
    const { min, max } = placed!.delivery.bounds;
    for (const [axis, value] of [6, 0, -1].entries()) expect(min[axis]).toBeCloseTo(value, 9);
    for (const [axis, value] of [14, 4, 7].entries()) expect(max[axis]).toBeCloseTo(value, 9);
    expect(placed!.delivery.plans).toEqual([]);
    const [x, y, z] = toBlueprintFrame([1, 1, 0], placement);
    expect([x, y, z].map((value) => Math.round(value * 1e9) / 1e9)).toEqual([10, 2, 3]);
  });
});
