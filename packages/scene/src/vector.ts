/** A point in metres or a direction, in the blueprint's world frame: right-handed, y up. */
export type Vector3 = readonly [x: number, y: number, z: number];

/** Nothing that people walk in is further from its origin; beyond it 32-bit floats lose the millimetre anyway. */
export const coordinateMetresMax = 1_000_000;

/** Reads three finite numbers within bounds; anything else, whatever a document holds, is null. */
export function toVector3(value: unknown): Vector3 | null {
  if (!Array.isArray(value) || value.length !== 3) return null;
  const [x, y, z] = value as unknown[];
  // Adding 0 makes 0 of -0, which JSON could not keep.
  return isCoordinate(x) && isCoordinate(y) && isCoordinate(z) ? [x + 0, y + 0, z + 0] : null;
}

function isCoordinate(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && Math.abs(value) <= coordinateMetresMax;
}

/** Nearer to 1 than this a length is 1: scaling once more would only change last bits, and what is read must stay itself. */
export const unitLengthTolerance = 1e-12;

/** Scales a direction to length 1; null for one without a length. */
export function toUnitVector([x, y, z]: Vector3): Vector3 | null {
  const length = Math.hypot(x, y, z);
  if (Math.abs(length - 1) < unitLengthTolerance) return [x, y, z];
  return length > 1e-9 && Number.isFinite(length) ? [x / length, y / length, z / length] : null;
}
