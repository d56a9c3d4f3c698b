import type { Bounds, ScanReport } from "@blueprint/contract/scan-report";
import { FloorFinder } from "../plan/find-floors.ts";
import { PointSlicer } from "../plan/slice-points.ts";
import { cutOverFloorM, writePlans } from "../plan/write-plans.ts";

export type WrittenPlans = NonNullable<ScanReport["plans"]>;

/** The plans of a cloud's storeys in the making. */
export interface PointPlans {
  /** To be called once for each point, metres, delivered frame. */
  readonly addPoint: (x: number, y: number, z: number) => void;
  readonly write: (outputDir: string) => Promise<WrittenPlans>;
}

/** Heights of a cloud's floors, metres. @param samplePositions delivered frame: tells the storeys */
export function findFloors(samplePositions: Float32Array, { min, max }: Bounds): readonly number[] {
  const finder = new FloorFinder(min[1], max[1]);
  for (let at = 1; at < samplePositions.length; at += 3) finder.addPoint(samplePositions[at]!);
  return finder.floors();
}

export function startPointPlans(floors: readonly number[], bounds: Bounds): PointPlans {
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
