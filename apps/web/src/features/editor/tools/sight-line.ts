import type { Vector3 } from "@blueprint/scene/vector";

/** A ray in the world frame; the direction need not have length 1. */
export interface SightLine {
  readonly origin: Vector3;
  readonly direction: Vector3;
}

// Beyond it a point near the horizon would fly kilometres with every pixel.
const levelMetresMax = 5_000;

/** Where a ray meets a level; null when it runs along it, away from it, or meets it beyond 5 km. */
export function meetLevel({ origin, direction }: SightLine, y: number): Vector3 | null {
  if (Math.abs(direction[1]) < 1e-9) return null;
  const along = (y - origin[1]) / direction[1];
  if (along < 0) return null;
  const point: Vector3 = [origin[0] + direction[0] * along, y, origin[2] + direction[2] * along];
  const distance = Math.hypot(point[0] - origin[0], point[2] - origin[2]);
  return distance > levelMetresMax ? null : point;
}

/**
 * How far along an axis (unit length) through a point the ray comes nearest to it, metres; null when the ray runs along
 * the axis, where no place is meant.
 */
export function measureAlong({ origin, direction }: SightLine, through: Vector3, axis: Vector3): number | null {
  const length = Math.hypot(...direction);
  const sight = direction.map((part) => part / length) as [number, number, number];
  const gap: Vector3 = [origin[0] - through[0], origin[1] - through[1], origin[2] - through[2]];
  const parallel = dot(sight, axis);
  const across = 1 - parallel * parallel;
  // Within some two degrees of the axis a pixel would stand for metres.
  if (across < 0.001) return null;
  return (dot(gap, axis) - parallel * dot(gap, sight)) / across;
}

/** Radians about the vertical through a point, positive as `SpaceMove.turn` counts: from z towards x. */
export function toBearing([x, , z]: Vector3, [pivotX, , pivotZ]: Vector3): number {
  return Math.atan2(x - pivotX, z - pivotZ);
}

function dot(a: Vector3, b: Vector3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
