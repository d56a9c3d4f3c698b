/** Points of one tile or splat cloud in their own frame; `stride` is in array elements. */
export interface PointSet {
  readonly positions: ArrayLike<number>;
  readonly count: number;
  readonly stride: number;
  /** Index of the first coordinate. */
  readonly offset: number;
}

/** A cone around a ray, in the frame of the points. `spread` is its radius per unit of length. */
export interface PickCone {
  readonly origin: readonly [number, number, number];
  /** Unit length. */
  readonly direction: readonly [number, number, number];
  readonly spread: number;
  readonly far: number;
  /** Defaults to 0. */
  readonly near?: number;
}

export interface PointPick {
  readonly index: number;
  /** Along the ray, in the points' frame. */
  readonly distance: number;
}

// Cost of a point's offset from the ray: such a point must be nearer by this many times its offset to win. The front
// surface then wins over those behind it, and within a surface the point under the pointer wins.
const offAxisCost = 3;

/** The point meant by a pick: near the ray, in front. Null if none is in the cone. */
export function findNearestPoint(points: PointSet, cone: PickCone): PointPick | null {
  const { positions, count, stride, offset } = points;
  const [ox, oy, oz] = cone.origin;
  const [dx, dy, dz] = cone.direction;
  const near = cone.near ?? 0;
  const spreadSquared = cone.spread * cone.spread;
  let best = Number.POSITIVE_INFINITY;
  let index = -1;
  let distance = 0;
  for (let i = 0, at = offset; i < count; i++, at += stride) {
    const x = positions[at]! - ox;
    const y = positions[at + 1]! - oy;
    const z = positions[at + 2]! - oz;
    const along = x * dx + y * dy + z * dz;
    if (along <= near || along > cone.far || along >= best) continue;
    const asideSquared = x * x + y * y + z * z - along * along;
    if (asideSquared > along * along * spreadSquared) continue;
    const cost = along + Math.sqrt(Math.max(0, asideSquared)) * offAxisCost;
    if (cost < best) {
      best = cost;
      index = i;
      distance = along;
    }
  }
  return index < 0 ? null : { index, distance };
}

/** Spread of a pick cone that covers `radiusPx` around the pointer. `fov` is the vertical angle in radians. */
export function toSpread(radiusPx: number, heightPx: number, fov: number): number {
  return (2 * Math.tan(fov / 2) * radiusPx) / Math.max(1, heightPx);
}
