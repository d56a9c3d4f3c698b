import type { ScanWarningCode } from "@blueprint/contract/scan-problems";
import type { Bounds, ScanReport } from "@blueprint/contract/scan-report";
import { FloorFinder } from "../plan/find-floors.ts";
import { PointSlicer, toPlanCellM } from "../plan/slice-points.ts";
import { cutOverFloorM, writePlans } from "../plan/write-plans.ts";

export type WrittenPlans = NonNullable<ScanReport["plans"]>;

/** Builds the plans of a cloud's storeys. */
export interface PointPlans {
  /** Call once per point, metres, delivered frame. */
  readonly addPoint: (x: number, y: number, z: number) => void;
  readonly write: (outputDir: string) => Promise<WrittenPlans>;
}

/** The floors that get a plan, metres, ascending. @param samplePositions delivered frame; determine the storeys */
export function findFloors(
  samplePositions: Float32Array,
  bounds: Bounds,
): { floors: readonly number[]; warnings: readonly ScanWarningCode[] } {
  const finder = new FloorFinder(bounds.min[1], bounds.max[1]);
  for (let at = 1; at < samplePositions.length; at += 3) finder.addPoint(samplePositions[at]!);
  const { heightsM, isCut } = finder.floors();
  if (heightsM.length > 0 && toPlanCellM(heightsM.length, bounds) === null)
    return { floors: [], warnings: ["scan-too-wide-for-plans"] };
  return { floors: heightsM, warnings: isCut ? ["scan-storeys-left-out"] : [] };
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
