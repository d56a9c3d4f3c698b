import type { ScanReport } from "@blueprint/contract/scan-report";
import { FloorFinder } from "../plan/find-floors.ts";
import { PointSlicer } from "../plan/slice-points.ts";
import { cutOverFloorM, writePlans } from "../plan/write-plans.ts";
import type { PointPlacement } from "./point-placement.ts";

/** The plans of a cloud's storeys in the making. */
export interface PointPlans {
  /** To be called once for each point, metres, delivered frame. */
  readonly addPoint: (x: number, y: number, z: number) => void;
  readonly write: (outputDir: string) => Promise<NonNullable<ScanReport["plans"]>>;
}

/** @param samplePositions delivered frame: tells the storeys */
export function startPointPlans(samplePositions: Float32Array, { bounds }: PointPlacement): PointPlans {
  const finder = new FloorFinder(bounds.min[1], bounds.max[1]);
  for (let at = 1; at < samplePositions.length; at += 3) finder.addPoint(samplePositions[at]!);
  const floors = finder.floors();
  if (floors.length === 0) return { addPoint: () => {}, write: async () => [] };
  const slicer = new PointSlicer(
    floors.map((floorM) => floorM + cutOverFloorM),
    bounds,
  );
  return {
    addPoint: (x, y, z) => slicer.addPoint(x, y, z),
    write: (outputDir) => writePlans(outputDir, floors, slicer.lines()),
  };
}
