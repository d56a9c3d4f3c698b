import type { ScanReport } from "@blueprint/contract/scan-report";
import { FloorFinder } from "../plan/find-floors.ts";
import { PointSlicer } from "../plan/slice-points.ts";
import { cutOverFloorM, writePlans } from "../plan/write-plans.ts";
import type { PointPlacement } from "./point-placement.ts";
import type { SpoolRecords } from "./point-spool.ts";

/**
 * Writes a plan of each storey of a cloud.
 * @param samplePositions delivered frame: tells the storeys
 * @param records reads all points once: what stands at the cuts
 */
export async function planPoints(
  outputDir: string,
  samplePositions: Float32Array,
  { place, bounds }: PointPlacement,
  records: () => AsyncIterable<SpoolRecords>,
): Promise<NonNullable<ScanReport["plans"]>> {
  const finder = new FloorFinder(bounds.min[1], bounds.max[1]);
  for (let at = 1; at < samplePositions.length; at += 3) finder.addPoint(samplePositions[at]!);
  const floors = finder.floors();
  if (floors.length === 0) return [];
  const slicer = new PointSlicer(
    floors.map((floorM) => floorM + cutOverFloorM),
    bounds,
  );
  const placed = new Float64Array(3);
  for await (const { count, doubles } of records()) {
    for (let i = 0; i < count; i++) {
      place(doubles[i * 4]!, doubles[i * 4 + 1]!, doubles[i * 4 + 2]!, placed, 0);
      slicer.addPoint(placed[0]!, placed[1]!, placed[2]!);
    }
  }
  return writePlans(outputDir, floors, slicer.lines());
}
