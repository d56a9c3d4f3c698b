/** A point in metres or a direction, in the blueprint's world frame: right-handed, y up. */
export type Vector3 = readonly [x: number, y: number, z: number];

/** No venue extends further from its origin; beyond it, 32-bit floats cannot resolve a millimetre anyway. */
export const coordinateMetresMax = 1_000_000;

/** Reads three finite numbers within bounds; anything else reads as null. */
export function toVector3(value: unknown): Vector3 | null {
  if (!Array.isArray(value) || value.length !== 3) return null;
  const [x, y, z] = value as unknown[];
  // Adding 0 turns -0 into 0; JSON cannot represent -0.
  return isCoordinate(x) && isCoordinate(y) && isCoordinate(z) ? [x + 0, y + 0, z + 0] : null;
}

function isCoordinate(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && Math.abs(value) <= coordinateMetresMax;
}

/** A length this close to 1 counts as 1: rescaling would only change the last bits of a stored value. */
export const unitLengthTolerance = 1e-12;

/** Normalises a direction to length 1; null for a zero vector. */
export function toUnitVector([x, y, z]: Vector3): Vector3 | null {
  const length = Math.hypot(x, y, z);
  if (Math.abs(length - 1) < unitLengthTolerance) return [x, y, z];
  return length > 1e-9 && Number.isFinite(length) ? [x / length, y / length, z / length] : null;
}
