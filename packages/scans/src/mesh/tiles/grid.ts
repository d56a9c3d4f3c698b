import type { Bounds } from "@blueprint/contract/scan-report";
import type { MeshMeasure } from "./measure-mesh.ts";

/**
 * All positions of a scan are on one grid whose step is a power of two. Every tile stores whole steps, so a vertex
 * shared by two tiles is exactly the same number in both, at every level: rounding cannot open a crack between them.
 */
export interface Grid {
  /** Metres. */
  readonly step: number;
}

const stepsPerExtent = 2 ** 17;
const stepMax = 2 ** -12;
/** Whole steps up to this are exact as 32-bit floats, with headroom for a sum. */
const stepsMax = 2 ** 22;

/** Converts a source's frame to grid steps: relative to the local origin, y up. */
export interface GridFrame {
  readonly grid: Grid;
  readonly localOrigin: readonly [number, number, number];
  readonly metresPerUnit: number;
  readonly isZUp: boolean;
}

export function createGridFrame(measure: MeshMeasure): GridFrame {
  return {
    grid: chooseGrid(toDeliveredBounds(measure)),
    localOrigin: measure.localOrigin,
    metresPerUnit: measure.metresPerUnit,
    isZUp: measure.upAxis === "z",
  };
}

/** A source position in the delivered frame: metres, y up, relative to the local origin. */
export function toDeliveredFrame(
  positions: Float64Array | readonly number[],
  at: number,
  { localOrigin, metresPerUnit, upAxis }: Pick<MeshMeasure, "localOrigin" | "metresPerUnit" | "upAxis">,
): [number, number, number] {
  const x = (positions[at]! - localOrigin[0]) * metresPerUnit;
  const y = (positions[at + 1]! - localOrigin[1]) * metresPerUnit;
  const z = (positions[at + 2]! - localOrigin[2]) * metresPerUnit;
  return upAxis === "z" ? [x, z, -y + 0] : [x, y, z];
}

export function toDeliveredBounds(measure: MeshMeasure): Bounds {
  const corners = [measure.bounds.min, measure.bounds.max].map((corner) => toDeliveredFrame(corner, 0, measure));
  const pick = (choose: (...values: number[]) => number) =>
    [0, 1, 2].map((axis) => choose(corners[0]![axis]!, corners[1]![axis]!)) as [number, number, number];
  return { min: pick(Math.min), max: pick(Math.max) };
}

/** A quarter of a millimetre for venues, finer for small objects, coarser only for scans of kilometres. */
export function chooseGrid(bounds: Bounds): Grid {
  const extent = Math.max(...[0, 1, 2].map((axis) => bounds.max[axis]! - bounds.min[axis]!));
  const farthest = Math.max(...bounds.min.map(Math.abs), ...bounds.max.map(Math.abs));
  const fine = extent > 0 ? Math.min(stepMax, toPowerOfTwo(extent / stepsPerExtent)) : stepMax;
  return { step: Math.max(fine, toPowerOfTwo(farthest / stepsMax)) };
}

function toPowerOfTwo(value: number): number {
  return value > 0 ? 2 ** Math.ceil(Math.log2(value)) : 0;
}
