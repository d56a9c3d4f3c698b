import type { Bounds, UpAxis } from "@blueprint/contract/scan-report";
import { selectNth } from "../select-nth.ts";
import { detectUpAxis } from "./detect-up-axis.ts";
import type { PointRecords } from "./point-records.ts";
import type { PointStream } from "./point-stream.ts";
import type { PointSample, SurveyedPoints } from "./point-survey.ts";

/** Transforms a cloud's own coordinates to delivered ones: metres, y up, near the origin. */
export interface PointPlacement {
  readonly upAxis: UpAxis;
  /** Subtracted from the source's coordinates: whole units, zero for a scan near its own origin. */
  readonly origin: readonly [number, number, number];
  readonly isFarFromOrigin: boolean;
  /** Source frame: positions outside are measurement errors. */
  readonly trusted: Bounds;
  /** Delivered frame; contains every trusted point. */
  readonly bounds: Bounds;
  readonly metresPerUnit: PointStream["metresPerUnit"];
}

/** Writes the delivered position of a source position. */
export type PointPlacer = (x: number, y: number, z: number, into: Float64Array | Float32Array, at: number) => void;

export function createPlacer({
  origin: [originX, originY, originZ],
  metresPerUnit: { horizontal, vertical },
  upAxis,
}: Pick<PointPlacement, "origin" | "metresPerUnit" | "upAxis">): PointPlacer {
  const isYUp = upAxis === "y";
  return (x, y, z, into, at) => {
    const b = y - originY;
    const c = z - originZ;
    into[at] = (x - originX) * horizontal;
    into[at + 1] = (isYUp ? b : c) * vertical;
    into[at + 2] = (isYUp ? c : 0 - b) * horizontal;
  };
}

/** From here on, 32-bit coordinates, as used by graphics cards, become visibly coarse. */
const largeCoordinate = 1000;
/** A point further away than this many times the cloud's width does not belong to it. */
const reachFactor = 1000;
const extentLeast = 100;
const percentileSamplesMax = 100_000;

/**
 * Chooses the frame of a cloud.
 * @param points at least one
 * @param declaredUpAxis from the format or the person; detected if neither specifies it
 */
export function placePoints(
  points: SurveyedPoints,
  trusted: Bounds,
  stream: PointStream,
  declaredUpAxis: UpAxis | undefined,
): PointPlacement {
  const isFarFromOrigin = [...trusted.min, ...trusted.max].some((value) => Math.abs(value) > largeCoordinate);
  const upAxis =
    declaredUpAxis ?? (stream.isGeoreferenced || isFarFromOrigin ? "z" : detectUpAxis(toFloats(points.sample)));
  const vertical = upAxis === "y" ? 1 : 2;
  // The centre of the footprint at the level of the lowest point.
  const origin = trusted.min.map((low, axis) => {
    if (!isFarFromOrigin) return 0;
    return axis === vertical ? Math.floor(low) : Math.round((low + trusted.max[axis]!) / 2);
  }) as [number, number, number];
  const { metresPerUnit } = stream;
  const place = createPlacer({ upAxis, origin, metresPerUnit });
  const corners = new Float64Array(6);
  place(...trusted.min, corners, 0);
  place(...trusted.max, corners, 3);
  const corner = (pick: (a: number, b: number) => number) =>
    [0, 1, 2].map((axis) => pick(corners[axis]!, corners[axis + 3]!)) as [number, number, number];
  return {
    upAxis,
    origin,
    isFarFromOrigin,
    trusted,
    bounds: { min: corner(Math.min), max: corner(Math.max) },
    metresPerUnit,
  };
}

/** The sample in the delivered frame. */
export function placeSample({ positions, count }: PointSample, placement: PointPlacement): Float32Array {
  const place = createPlacer(placement);
  const placed = new Float32Array(count * 3);
  for (let at = 0; at < placed.length; at += 3) {
    place(positions[at]!, positions[at + 1]!, positions[at + 2]!, placed, at);
  }
  return placed;
}

/**
 * The bounds of a cloud without extreme outliers: a single one would determine the precision of everything else.
 * @param records rereads all points; called only if there are outliers
 */
export async function findTrustedBounds(
  { bounds, sample }: SurveyedPoints,
  records: () => AsyncIterable<PointRecords>,
): Promise<Bounds> {
  const step = Math.max(1, Math.floor(sample.count / percentileSamplesMax));
  const ranges = [0, 1, 2].map((axis) => {
    const values = new Float64Array(Math.ceil(sample.count / step));
    for (let i = 0; i < values.length; i++) values[i] = sample.positions[i * step * 3 + axis]!;
    const last = values.length - 1;
    return { low: selectNth(values, Math.floor(last * 0.001))!, high: selectNth(values, Math.ceil(last * 0.999))! };
  });
  const reach = reachFactor * Math.max(extentLeast, ...ranges.map(({ low, high }) => high - low));
  const lowest = ranges.map(({ low }) => low - reach);
  const highest = ranges.map(({ high }) => high + reach);
  const isInside = (axis: number) => bounds.min[axis]! >= lowest[axis]! && bounds.max[axis]! <= highest[axis]!;
  if ([0, 1, 2].every(isInside)) return bounds;
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for await (const { count, doubles } of records()) {
    for (let i = 0; i < count; i++) {
      const point = doubles.subarray(i * 4, i * 4 + 3);
      if (point.some((value, axis) => value < lowest[axis]! || value > highest[axis]!)) continue;
      for (let axis = 0; axis < 3; axis++) {
        min[axis] = Math.min(min[axis]!, point[axis]!);
        max[axis] = Math.max(max[axis]!, point[axis]!);
      }
    }
  }
  return { min, max };
}

/** Relative to the first point: only the shape matters, and 32 bits then suffice at any location. */
function toFloats({ positions }: PointSample): Float32Array {
  const floats = new Float32Array(positions.length);
  for (let at = 0; at < positions.length; at++) floats[at] = positions[at]! - positions[at % 3]!;
  return floats;
}
