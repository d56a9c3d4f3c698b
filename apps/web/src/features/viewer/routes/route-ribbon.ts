import type { Vector3Tuple } from "../scene/scene.ts";

/** A flat band along a way, for a mesh. */
export interface Ribbon {
  /** Three coordinates for each corner: left and right of each point in turn. Metres. */
  readonly positions: readonly number[];
  /** Two triangles for each piece, facing up. */
  readonly indices: readonly number[];
}

/** Sharper bends are cut off: their tip would reach far beyond the bend. */
const miterMax = 2;

/** A band of a width along points, at a height above them. y is up; metres. */
export function toRibbon(points: readonly Vector3Tuple[], widthM: number, liftM: number): Ribbon {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const [index, [x, y, z]] of points.entries()) {
    const [sideX, sideZ] = findSide(points, index);
    const half = widthM / 2;
    positions.push(x + sideX * half, y + liftM, z + sideZ * half, x - sideX * half, y + liftM, z - sideZ * half);
    if (index > 0) {
      const [a, b, c, d] = [2 * index - 2, 2 * index - 1, 2 * index, 2 * index + 1];
      indices.push(a, b, c, b, d, c);
    }
  }
  return { positions, indices };
}

/** To the left of the way, longer where it bends so that the band keeps its width. */
function findSide(points: readonly Vector3Tuple[], index: number): readonly [x: number, z: number] {
  const before = toHeading(points[index - 1], points[index]);
  const after = toHeading(points[index], points[index + 1]) ?? before ?? [0, -1];
  const from = before ?? after;
  const [x, z] = [from[0] + after[0], from[1] + after[1]];
  const length = Math.hypot(x, z);
  // A turn on the spot.
  if (length < 1e-6) return [after[1], -after[0]];
  const [meanX, meanZ] = [x / length, z / length];
  const miter = Math.min(miterMax, 1 / Math.max(1e-6, meanX * after[0] + meanZ * after[1]));
  return [meanZ * miter, -meanX * miter];
}

function toHeading(
  from: Vector3Tuple | undefined,
  to: Vector3Tuple | undefined,
): readonly [x: number, z: number] | undefined {
  if (from === undefined || to === undefined) return undefined;
  const [x, z] = [to[0] - from[0], to[2] - from[2]];
  const length = Math.hypot(x, z);
  return length < 1e-6 ? undefined : [x / length, z / length];
}
