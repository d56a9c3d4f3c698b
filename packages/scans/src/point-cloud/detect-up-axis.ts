import type { UpAxis } from "@blueprint/contract/scan-report";

const samplesMax = 200_000;
/** Slab thickness relative to the largest extent: a few decimetres in a house, so that a noisy floor fits in. */
const slabShare = 1 / 64;
const slabRatioMin = 1.8;

/**
 * Detects the up axis of a cloud whose format leaves it open. Surveyors' formats are z up, and so is the result unless
 * the shape contradicts it: floors and ceilings concentrate points in thin level slabs. If the densest slab across y
 * holds 1.8 times as many points as the densest across z, and the cloud is lower along y than along z, y is up.
 * @param positions x, y, z of each point, any units
 */
export function detectUpAxis(positions: Float32Array): UpAxis {
  const count = positions.length / 3;
  const step = Math.max(1, Math.floor(count / samplesMax));
  const axes = [0, 1, 2].map((axis) => {
    const values = new Float32Array(Math.ceil(count / step));
    for (let i = 0, to = 0; i < count; i += step, to++) values[to] = positions[i * 3 + axis]!;
    return values.sort();
  });
  const ranges = axes.map((values) => {
    const low = values[Math.floor((values.length - 1) * 0.01)] ?? 0;
    const high = values[Math.ceil((values.length - 1) * 0.99)] ?? 0;
    return { low, extent: high - low };
  });
  const thickness = Math.max(...ranges.map(({ extent }) => extent)) * slabShare;
  if (!(thickness > 0)) return "z";
  const densest = (axis: 1 | 2) => findDensestSlab(axes[axis]!, thickness);
  return ranges[1]!.extent < ranges[2]!.extent && densest(1) >= slabRatioMin * densest(2) ? "y" : "z";
}

/** The maximum number of sorted values within one slab. */
function findDensestSlab(sorted: Float32Array, thickness: number): number {
  let most = 0;
  for (let first = 0, last = 0; last < sorted.length; last++) {
    while (sorted[last]! - sorted[first]! > thickness) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
