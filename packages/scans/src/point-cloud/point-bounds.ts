import type { Bounds } from "@blueprint/contract/scan-report";

/** Bounds of all points, or of those `order` names from `first` to `end`. */
export function findBounds(
  positions: Float32Array,
  order?: Uint32Array,
  first = 0,
  end = positions.length / 3,
): Bounds {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let i = first; i < end; i++) {
    const at = (order ? order[i]! : i) * 3;
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[at + axis]!;
      if (value < min[axis]!) min[axis] = value;
      if (value > max[axis]!) max[axis] = value;
    }
  }
  return { min, max };
}
