import type { Axis } from "@blueprint/scene/move-placement";
import type { Vector3 } from "@blueprint/scene/vector";

/** A ray in the world frame; the direction needn't be a unit vector. */
export interface SightLine {
  readonly origin: Vector3;
  readonly direction: Vector3;
}

const axisIndex = { x: 0, y: 1, z: 2 } as const;
/** Sine of about three degrees: nearer to the plane, one pixel would turn too far. */
const parallelMin = 0.05;
// Beyond this, a point near the horizon would jump kilometres with every pixel.
const levelMetresMax = 5_000;

/** Where a ray meets a level; null if it runs parallel, points away or meets it beyond 5 km. */
export function meetLevel({ origin, direction }: SightLine, y: number): Vector3 | null {
  if (Math.abs(direction[1]) < 1e-9) return null;
  const along = (y - origin[1]) / direction[1];
  if (along < 0) return null;
  const point: Vector3 = [origin[0] + direction[0] * along, y, origin[2] + direction[2] * along];
  const distance = Math.hypot(point[0] - origin[0], point[2] - origin[2]);
  return distance > levelMetresMax ? null : point;
}

/**
 * Distance in metres along an axis (unit length) through a point to where the ray comes nearest; null if the ray is
 * nearly parallel to the axis, where the distance is undefined.
 */
export function measureAlong({ origin, direction }: SightLine, through: Vector3, axis: Vector3): number | null {
  const length = Math.hypot(...direction);
  const sight = direction.map((part) => part / length) as [number, number, number];
  const gap: Vector3 = [origin[0] - through[0], origin[1] - through[1], origin[2] - through[2]];
  const parallel = dot(sight, axis);
  const across = 1 - parallel * parallel;
  // Within about two degrees of the axis, one pixel would equal metres.
  if (across < 0.001) return null;
  return (dot(gap, axis) - parallel * dot(gap, sight)) / across;
}

/** Where a ray meets the plane through a point across an axis; null if it runs nearly parallel or points away. */
export function meetAcross({ origin, direction }: SightLine, through: Vector3, axis: Axis): Vector3 | null {
  const at = axisIndex[axis];
  const length = Math.hypot(...direction);
  if (Math.abs(direction[at]) < parallelMin * length) return null;
  const along = (through[at] - origin[at]) / direction[at];
  if (along < 0) return null;
  return [origin[0] + direction[0] * along, origin[1] + direction[1] * along, origin[2] + direction[2] * along];
}

/** Angle in radians about an axis through a point, right-handed, from the axis that follows it. */
export function toAngleAbout(axis: Axis, point: Vector3, pivot: Vector3): number {
  const [next, last] = [(axisIndex[axis] + 1) % 3, (axisIndex[axis] + 2) % 3] as [0 | 1 | 2, 0 | 1 | 2];
  return Math.atan2(point[last] - pivot[last], point[next] - pivot[next]);
}

/** Angle in radians about the vertical through a point, positive as in `SpaceMove.turn`: from z towards x. */
export function toBearing([x, , z]: Vector3, [pivotX, , pivotZ]: Vector3): number {
  return Math.atan2(x - pivotX, z - pivotZ);
}

function dot(a: Vector3, b: Vector3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
