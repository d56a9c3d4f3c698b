import type { Vector3 } from "./vector.ts";

/**
 * A measured value with its combined standard uncertainty (1 σ), propagated linearly from independent inputs as in
 * JCGM 100:2008 (GUM) §5.1: u² = Σ (∂f/∂x)² u(x)². Metres, square metres, cubic metres or radians.
 */
export interface Measured {
  readonly value: number;
  readonly uncertainty: number;
}

/** Uncertainty of scan points, equal in every direction, metres, 1 σ; and the calibrated scale. */
export interface PointQuality {
  readonly pointUncertainty: number;
  /** True length of a length of 1 in the scene, with its uncertainty. */
  readonly scale: Measured;
}

export const uncalibratedScale: Measured = { value: 1, uncertainty: 0 };

export function measureDistance(a: Vector3, b: Vector3, quality: PointQuality): Measured {
  // Moving either end along the line changes the length one to one; across it, not at all.
  const uncertainty = Math.SQRT2 * quality.pointUncertainty;
  return scaleMeasured({ value: lengthOf(subtract(b, a)), uncertainty }, 1, quality.scale);
}

/** Length of a path through several points. */
export function measurePath(points: readonly Vector3[], quality: PointQuality): Measured {
  let length = 0;
  let squared = 0;
  points.forEach((point, index) => {
    const before = index === 0 ? null : toDirection(subtract(point, points[index - 1]!));
    const after = index === points.length - 1 ? null : toDirection(subtract(points[index + 1]!, point));
    if (index > 0) length += lengthOf(subtract(point, points[index - 1]!));
    const gradient = subtract(before ?? [0, 0, 0], after ?? [0, 0, 0]);
    squared += dot(gradient, gradient) * quality.pointUncertainty ** 2;
  });
  return scaleMeasured({ value: length, uncertainty: Math.sqrt(squared) }, 1, quality.scale);
}

/** Height difference between two points. */
export function measureHeight(a: Vector3, b: Vector3, quality: PointQuality): Measured {
  const uncertainty = Math.SQRT2 * quality.pointUncertainty;
  return scaleMeasured({ value: Math.abs(b[1] - a[1]), uncertainty }, 1, quality.scale);
}

/** The angle at `corner`, radians from 0 to π. Independent of the scale. */
export function measureAngle(a: Vector3, corner: Vector3, b: Vector3, quality: PointQuality): Measured {
  const [toA, toB] = [subtract(a, corner), subtract(b, corner)];
  const [lengthA, lengthB] = [lengthOf(toA), lengthOf(toB)];
  if (lengthA === 0 || lengthB === 0) return { value: 0, uncertainty: Math.PI };
  const value = Math.atan2(lengthOf(cross(toA, toB)), dot(toA, toB));
  const across = lengthOf(subtract(a, b)) / (lengthA * lengthB);
  const uncertainty = quality.pointUncertainty * Math.hypot(1 / lengthA, 1 / lengthB, across);
  // Near 0 and π the linear form breaks down; the uncertainty of an angle never exceeds π.
  return { value, uncertainty: Math.min(uncertainty, Math.PI) };
}

/** The area of a closed ring of coplanar or nearly coplanar points (Newell's vector area). */
export function measureArea(points: readonly Vector3[], quality: PointQuality): Measured {
  const vector = getVectorArea(points);
  const area = lengthOf(vector);
  const normal = toDirection(vector);
  let squared = 0;
  points.forEach((_, index) => {
    const before = points[(index + points.length - 1) % points.length]!;
    const after = points[(index + 1) % points.length]!;
    const gradient = lengthOf(cross(subtract(after, before), normal)) / 2;
    squared += (gradient * quality.pointUncertainty) ** 2;
  });
  return scaleMeasured({ value: area, uncertainty: Math.sqrt(squared) }, 2, quality.scale);
}

/** The volume of a prism over an area, up to the height of `top` above its first point. */
export function measureVolume(base: readonly Vector3[], top: Vector3, quality: PointQuality): Measured {
  const unscaled = { ...quality, scale: uncalibratedScale };
  const area = measureArea(base, unscaled);
  const height = base[0] === undefined ? { value: 0, uncertainty: 0 } : measureHeight(base[0], top, unscaled);
  const uncertainty = Math.hypot(height.value * area.uncertainty, area.value * height.uncertainty);
  return scaleMeasured({ value: area.value * height.value, uncertainty }, 3, quality.scale);
}

/** The scale derived from a known length: its true value over the uncalibrated measurement. */
export function calibrateScale(known: Measured, measured: Measured): Measured {
  const value = known.value / measured.value;
  const relative = Math.hypot(known.uncertainty / known.value, measured.uncertainty / measured.value);
  return { value, uncertainty: value * relative };
}

/** Scales a measured value: `power` is 1 for lengths, 2 for areas, 3 for volumes. */
export function scaleMeasured({ value, uncertainty }: Measured, power: 1 | 2 | 3, scale: Measured): Measured {
  const factor = scale.value ** power;
  const byScale = power * scale.value ** (power - 1) * value * scale.uncertainty;
  return { value: factor * value, uncertainty: Math.hypot(factor * uncertainty, byScale) };
}

function getVectorArea(points: readonly Vector3[]): Vector3 {
  const origin = points[0] ?? [0, 0, 0];
  let sum: Vector3 = [0, 0, 0];
  for (let index = 1; index + 1 < points.length; index += 1) {
    const [x, y, z] = cross(subtract(points[index]!, origin), subtract(points[index + 1]!, origin));
    sum = [sum[0] + x / 2, sum[1] + y / 2, sum[2] + z / 2];
  }
  return sum;
}

function toDirection(vector: Vector3): Vector3 {
  const length = lengthOf(vector);
  return length === 0 ? [0, 0, 0] : [vector[0] / length, vector[1] / length, vector[2] / length];
}

export function subtract(a: Vector3, b: Vector3): Vector3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function lengthOf([x, y, z]: Vector3): number {
  return Math.hypot(x, y, z);
}

function dot(a: Vector3, b: Vector3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vector3, b: Vector3): Vector3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
