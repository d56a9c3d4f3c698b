import type { Point2 } from "./scene-field.ts";
import type { Vector3 } from "./vector.ts";

/** The nearest grid point of a grid anchored at `origin`; a step of 0 leaves the value unchanged. Metres. */
export function snapToGrid(point: Vector3, stepMetres: number, origin: Vector3 = [0, 0, 0]): Vector3 {
  const snap = (axis: 0 | 1 | 2) => snapNumber(point[axis] - origin[axis], stepMetres) + origin[axis];
  return [snap(0), snap(1), snap(2)];
}

/** The nearest multiple of a step; 0 leaves the value unchanged. For metres, radians or factors. */
export function snapNumber(value: number, step: number): number {
  if (!(step > 0)) return value;
  // Divides by steps per unit, so that multiples of 0.1 give 0.3 and not 0.30000000000000004.
  const perUnit = 1 / step;
  const count = Math.round(value / step);
  return Math.abs(perUnit - Math.round(perUnit)) < 1e-9 ? count / Math.round(perUnit) : count * step;
}

export type Axis = "x" | "y" | "z";

/** Keeps only the components of a move along the free axes. */
export function keepAxes(shift: Vector3, axes: readonly Axis[]): Vector3 {
  return [axes.includes("x") ? shift[0] : 0, axes.includes("y") ? shift[1] : 0, axes.includes("z") ? shift[2] : 0];
}

/** The dominant axis of a move, for constraining it with the modifier key. */
export function findMainAxis([x, y, z]: Vector3): Axis {
  if (Math.abs(x) >= Math.abs(y) && Math.abs(x) >= Math.abs(z)) return "x";
  return Math.abs(y) >= Math.abs(z) ? "y" : "z";
}

/** Rotates the line from `from` to a point to the nearest multiple of an angle (radians), keeping its length. */
export function snapDirection(from: Point2, to: Point2, stepRadians: number): Point2 {
  const [dx, dz] = [to[0] - from[0], to[1] - from[1]];
  const angle = snapNumber(Math.atan2(dz, dx), stepRadians);
  const length = Math.hypot(dx, dz);
  return [from[0] + Math.cos(angle) * length, from[1] + Math.sin(angle) * length];
}

/** The nearest candidate within reach; null when there is none. For closing outlines and sharing corners. */
export function snapToPoints(point: Point2, candidates: readonly Point2[], reachMetres: number): Point2 | null {
  let best: Point2 | null = null;
  let bestDistance = reachMetres;
  for (const candidate of candidates) {
    const distance = Math.hypot(candidate[0] - point[0], candidate[1] - point[1]);
    if (distance <= bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** The nearest point on the lines (pairs of endpoints) within reach; null when there is none. */
export function snapToLines(
  point: Point2,
  lines: readonly (readonly [Point2, Point2])[],
  reachMetres: number,
): Point2 | null {
  return snapToPoints(
    point,
    lines.map(([a, b]) => findNearestOnLine(point, a, b)),
    reachMetres,
  );
}

function findNearestOnLine([x, z]: Point2, a: Point2, b: Point2): Point2 {
  const [dx, dz] = [b[0] - a[0], b[1] - a[1]];
  const squared = dx * dx + dz * dz;
  const along = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - a[0]) * dx + (z - a[1]) * dz) / squared));
  return [a[0] + along * dx, a[1] + along * dz];
}
