import { harmonicsByDegree, type SplatStore } from "./splat-store.ts";

/** Upper limit for the density of stacked splats: the delivered format cannot represent more. */
const alphaMax = 5;

/** Scratch arrays of a merge; allocated once, because there are millions of merges. */
const covariance = new Float64Array(9);
const axes = new Float64Array(9);
const weights: number[] = [];

/**
 * Adds one splat that represents several: same mean, same covariance (first- and second-order moments), weighted by the
 * area each covers.
 * @returns the number of the new splat
 */
export function mergeSplats(store: SplatStore, members: Uint32Array): number {
  const { centres, scales, rotations, alphas, colours, harmonics } = store;
  const merged = store.count++;
  let total = 0;
  let [x, y, z] = [0, 0, 0];
  weights.length = members.length;
  for (let i = 0; i < members.length; i++) {
    const splat = members[i]!;
    const weight = alphas[splat]! * coveredArea(scales, splat) + 1e-12;
    weights[i] = weight;
    total += weight;
    x += weight * centres[splat * 3]!;
    y += weight * centres[splat * 3 + 1]!;
    z += weight * centres[splat * 3 + 2]!;
  }
  const middle = [x / total, y / total, z / total] as const;
  covariance.fill(0);
  const colour = [0, 0, 0];
  const kept = harmonicsByDegree[store.degree];
  const harmonicSums = new Float64Array(kept);
  for (let i = 0; i < members.length; i++) {
    const splat = members[i]!;
    const share = weights[i]! / total;
    addSpread(rotations, scales, splat, share);
    const offset = [0, 1, 2].map((axis) => centres[splat * 3 + axis]! - middle[axis]!);
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) {
        covariance[row * 3 + column]! += share * offset[row]! * offset[column]!;
      }
      colour[row]! += share * colours[splat * 3 + row]!;
    }
    for (let index = 0; index < kept; index++) harmonicSums[index]! += share * harmonics[splat * kept + index]!;
  }
  diagonalise();
  for (let axis = 0; axis < 3; axis++) {
    centres[merged * 3 + axis] = middle[axis]!;
    scales[merged * 3 + axis] = Math.sqrt(Math.max(covariance[axis * 4]!, 1e-14));
    colours[merged * 3 + axis] = colour[axis]!;
  }
  writeRotation(rotations, merged * 4);
  for (let index = 0; index < kept; index++) harmonics[merged * kept + index] = Math.round(harmonicSums[index]!);
  alphas[merged] = Math.min(alphaMax, total / Math.max(coveredArea(scales, merged), 1e-12));
  return merged;
}

/** The approximate projected area of an ellipsoid, averaged over all directions, up to a constant factor. */
function coveredArea(scales: Float32Array, splat: number): number {
  const power = 1.6;
  const a = scales[splat * 3]!;
  const b = scales[splat * 3 + 1]!;
  const c = scales[splat * 3 + 2]!;
  return (((a * b) ** power + (a * c) ** power + (b * c) ** power) / 3) ** (1 / power);
}

/** Adds a splat's own covariance: its rotation, its squared scales, and the inverse rotation. */
function addSpread(rotations: Float32Array, scales: Float32Array, splat: number, share: number): void {
  const x = rotations[splat * 4]!;
  const y = rotations[splat * 4 + 1]!;
  const z = rotations[splat * 4 + 2]!;
  const w = rotations[splat * 4 + 3]!;
  const matrix = [
    1 - 2 * (y * y + z * z),
    2 * (x * y - z * w),
    2 * (x * z + y * w),
    2 * (x * y + z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z - x * w),
    2 * (x * z - y * w),
    2 * (y * z + x * w),
    1 - 2 * (x * x + y * y),
  ];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      let sum = 0;
      for (let axis = 0; axis < 3; axis++) {
        sum += matrix[row * 3 + axis]! * matrix[column * 3 + axis]! * scales[splat * 3 + axis]! ** 2;
      }
      covariance[row * 3 + column]! += share * sum;
    }
  }
}

/** Diagonalises `covariance` by Jacobi rotations; the columns of `axes` receive the eigenvectors. */
function diagonalise(): void {
  axes.fill(0);
  axes[0] = axes[4] = axes[8] = 1;
  const scale = covariance[0]! + covariance[4]! + covariance[8]!;
  for (let round = 0; round < 12; round++) {
    let p = 0;
    let q = 1;
    for (const [row, column] of [
      [0, 2],
      [1, 2],
    ] as const) {
      if (Math.abs(covariance[row * 3 + column]!) > Math.abs(covariance[p * 3 + q]!)) [p, q] = [row, column];
    }
    if (!(Math.abs(covariance[p * 3 + q]!) > scale * 1e-12)) return;
    const angle = 0.5 * Math.atan2(2 * covariance[p * 3 + q]!, covariance[q * 4]! - covariance[p * 4]!);
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    for (let k = 0; k < 3; k++) {
      const [a, b] = [covariance[k * 3 + p]!, covariance[k * 3 + q]!];
      covariance[k * 3 + p] = cos * a - sin * b;
      covariance[k * 3 + q] = sin * a + cos * b;
    }
    for (let k = 0; k < 3; k++) {
      const [a, b] = [covariance[p * 3 + k]!, covariance[q * 3 + k]!];
      covariance[p * 3 + k] = cos * a - sin * b;
      covariance[q * 3 + k] = sin * a + cos * b;
      const [c, d] = [axes[k * 3 + p]!, axes[k * 3 + q]!];
      axes[k * 3 + p] = cos * c - sin * d;
      axes[k * 3 + q] = sin * c + cos * d;
    }
  }
}

/** The quaternion of the rotation whose columns are `axes`. */
function writeRotation(rotations: Float32Array, at: number): void {
  const m = (row: number, column: number) => axes[row * 3 + column]!;
  const determinant =
    m(0, 0) * (m(1, 1) * m(2, 2) - m(1, 2) * m(2, 1)) -
    m(0, 1) * (m(1, 0) * m(2, 2) - m(1, 2) * m(2, 0)) +
    m(0, 2) * (m(1, 0) * m(2, 1) - m(1, 1) * m(2, 0));
  // A reflection is not a rotation; flipping one axis yields the same ellipsoid.
  if (determinant < 0) for (let row = 0; row < 3; row++) axes[row * 3 + 2] = 0 - axes[row * 3 + 2]!;
  // Four times the squared components; the largest is the divisor.
  const squares = [
    1 + m(0, 0) - m(1, 1) - m(2, 2),
    1 - m(0, 0) + m(1, 1) - m(2, 2),
    1 - m(0, 0) - m(1, 1) + m(2, 2),
    1 + m(0, 0) + m(1, 1) + m(2, 2),
  ];
  const largest = squares.indexOf(Math.max(...squares));
  const double = 2 * Math.sqrt(Math.max(squares[largest]!, 1e-12));
  const sum = (a: number, b: number) => (m(a, b) + m(b, a)) / double;
  const difference = (a: number, b: number) => (m(a, b) - m(b, a)) / double;
  const parts = [
    [double / 4, sum(0, 1), sum(0, 2), difference(2, 1)],
    [sum(0, 1), double / 4, sum(1, 2), difference(0, 2)],
    [sum(0, 2), sum(1, 2), double / 4, difference(1, 0)],
    [difference(2, 1), difference(0, 2), difference(1, 0), double / 4],
  ][largest]!;
  const length = Math.hypot(...parts) || 1;
  for (let part = 0; part < 4; part++) rotations[at + part] = parts[part]! / length;
}
