import type { SplatRows } from "./encode-spz.ts";

/** Harmonics beyond the constant one: numbers per splat, for all three channels. */
export const harmonicsByDegree = [0, 9, 24, 45] as const;
export type HarmonicsDegree = 0 | 1 | 2 | 3;

/** Quantisation step of harmonics, from −1 to 1: finer detail is training noise. */
export const harmonicStep = 1 / 127;
/** Weight of the constant harmonic in a colour. */
const harmonicConstant = 0.282_094_791_77;

/**
 * Splats in memory: first those of the scan, then the merged ones; about 60 bytes each plus the harmonics. Unused
 * capacity is reserved address space, not resident memory.
 */
export interface SplatStore {
  readonly degree: HarmonicsDegree;
  readonly capacity: number;
  count: number;
  /** x, y, z: metres, y up. */
  readonly centres: Float32Array;
  /** Standard deviations along the splat's own axes, metres. */
  readonly scales: Float32Array;
  /** x, y, z, w; unit length. */
  readonly rotations: Float32Array;
  /** 0–1 for splats of the scan; may exceed 1 where several dense ones were merged. */
  readonly alphas: Float32Array;
  /** Usually 0–1; training leaves some outside. */
  readonly colours: Float32Array;
  /** In units of `harmonicStep`: red, green, blue of each coefficient. */
  readonly harmonics: Int8Array;
}

export function createSplatStore(capacity: number, degree: HarmonicsDegree): SplatStore {
  return {
    degree,
    capacity,
    count: 0,
    centres: new Float32Array(capacity * 3),
    scales: new Float32Array(capacity * 3),
    rotations: new Float32Array(capacity * 4),
    alphas: new Float32Array(capacity),
    colours: new Float32Array(capacity * 3),
    harmonics: new Int8Array(capacity * harmonicsByDegree[degree]),
  };
}

/** Memory of a full store with this capacity. */
export function toStoreBytes(capacity: number, degree: HarmonicsDegree): number {
  return capacity * (12 + 12 + 16 + 4 + 12 + harmonicsByDegree[degree]);
}

const scaleMin = 1e-7;

/**
 * Adds rows as returned by a reader.
 * @param rowDegree of the rows, which may have more harmonics than the store keeps
 * @param origin subtracted from each position
 * @returns how many were dropped because they contain non-finite values or are invisible
 */
export function addRows(
  store: SplatStore,
  rows: SplatRows,
  rowDegree: HarmonicsDegree,
  origin: readonly [number, number, number],
  onSplat: (row: number) => void,
): { invalidCount: number } {
  const coloursEach = 3 + harmonicsByDegree[rowDegree];
  const coefficientsEach = harmonicsByDegree[rowDegree] / 3;
  const kept = harmonicsByDegree[store.degree];
  let invalidCount = 0;
  for (let row = 0; row < rows.count; row++) {
    const shape = rows.shapes.subarray(row * 8, row * 8 + 8);
    const colour = rows.colours.subarray(row * coloursEach, (row + 1) * coloursEach);
    const length = Math.hypot(shape[0]!, shape[1]!, shape[2]!, shape[3]!);
    const alpha = 1 / (1 + Math.exp(-shape[7]!));
    const position = rows.positions.subarray(row * 3, row * 3 + 3);
    // A scale of zero (minus infinity) and an opacity of one (plus infinity) are valid; NaN never is.
    const isUsable =
      position.every(Number.isFinite) &&
      length > 0 &&
      length < Number.POSITIVE_INFINITY &&
      [4, 5, 6].every((part) => shape[part]! < 80) &&
      !Number.isNaN(alpha) &&
      colour.every(Number.isFinite);
    if (!isUsable) {
      invalidCount++;
      continue;
    }
    const at = store.count++;
    for (let axis = 0; axis < 3; axis++) {
      store.centres[at * 3 + axis] = position[axis]! - origin[axis]!;
      store.scales[at * 3 + axis] = Math.max(scaleMin, Math.exp(shape[4 + axis]!));
      store.colours[at * 3 + axis] = 0.5 + harmonicConstant * colour[axis]!;
    }
    // Rows start with w.
    for (let part = 0; part < 4; part++) store.rotations[at * 4 + part] = shape[(part + 1) % 4]! / length;
    store.alphas[at] = alpha;
    for (let index = 0; index < kept; index++) {
      const value = colour[3 + (index % 3) * coefficientsEach + Math.floor(index / 3)]!;
      store.harmonics[at * kept + index] = Math.round(Math.max(-1, Math.min(1, value)) / harmonicStep);
    }
    onSplat(row);
  }
  return { invalidCount };
}

/** Size of a splat's broad side: the diameter of one standard deviation, metres. */
export function toSizeM({ scales }: SplatStore, splat: number): number {
  return 2 * Math.max(scales[splat * 3]!, scales[splat * 3 + 1]!, scales[splat * 3 + 2]!);
}
