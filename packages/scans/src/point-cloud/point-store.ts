import type { PointBatch } from "./point-stream.ts";

type Triple = [number, number, number];

/** The points that are kept of a cloud, in memory: 12 bytes each, 3 more with colour and 4 with intensity. */
export interface StoredPoints {
  readonly count: number;
  /** Valid points read, of which `count` were kept. */
  readonly readCount: number;
  readonly invalidCount: number;
  /** What was taken away from the source's coordinates so that 32 bits hold the rest exactly enough; whole numbers. */
  readonly base: Readonly<Triple>;
  /** Source frame and units, after `base` was taken away. */
  readonly positions: Float32Array;
  readonly rgb: Uint8Array | undefined;
  readonly intensity: Float32Array | undefined;
}

export interface PointStore {
  readonly add: (batch: PointBatch) => void;
  readonly finish: () => StoredPoints;
}

/** Beyond this distance 32-bit coordinates are coarser than a tenth of a millimetre. */
const largeCoordinate = 1000;
/** No coordinate of a scan on this planet is larger, in any unit; such values are as broken as NaN. */
const coordinateMax = 1e11;
const initialCapacity = 1 << 20;
/** Points of a scan without colours in a file that has some. */
const neutralGrey = 160;

/**
 * Collects at most `pointsMax` points. Of a larger cloud an even share is kept: by the declared count where there is
 * one, else by dropping half whenever the store is full and from then on keeping half as many. Which point of each
 * run is kept is left to chance: scanners write in patterns, and a fixed step would fall in with them.
 */
export function createPointStore(declaredCount: number | undefined, pointsMax: number): PointStore {
  let capacity = Math.min(declaredCount ?? initialCapacity, pointsMax);
  let positions = new Float32Array(capacity * 3);
  let rgb: Uint8Array | undefined;
  let intensity: Float32Array | undefined;
  let base: Triple | undefined;
  let count = 0;
  let readCount = 0;
  let invalidCount = 0;
  let share = Math.min(1, pointsMax / (declaredCount ?? pointsMax));
  let nextKept = 0;
  let runsKept = 0;
  let runsStart = 0;
  const random = createRandom();

  const makeRoom = () => {
    if (capacity < pointsMax) {
      capacity = Math.min(pointsMax, capacity * 2);
      positions = grow(positions, new Float32Array(capacity * 3));
      rgb = rgb && grow(rgb, new Uint8Array(capacity * 3));
      intensity = intensity && grow(intensity, new Float32Array(capacity));
      return;
    }
    const half = count >> 1;
    for (let to = 0; to < half; to++) {
      const from = to * 2 + (random() < 0.5 ? 0 : 1);
      positions.copyWithin(to * 3, from * 3, from * 3 + 3);
      rgb?.copyWithin(to * 3, from * 3, from * 3 + 3);
      if (intensity) intensity[to] = intensity[from]!;
    }
    count = half;
    share /= 2;
    runsKept = 0;
    runsStart = readCount;
  };

  return {
    add: (batch) => {
      if (batch.rgb && !rgb) rgb = new Uint8Array(capacity * 3).fill(neutralGrey, 0, count * 3);
      if (batch.intensity && !intensity) intensity = new Float32Array(capacity);
      for (let i = 0; i < batch.count; i++) {
        const x = batch.positions[i * 3]!;
        const y = batch.positions[i * 3 + 1]!;
        const z = batch.positions[i * 3 + 2]!;
        // Also false for NaN.
        if (!(Math.abs(x) < coordinateMax && Math.abs(y) < coordinateMax && Math.abs(z) < coordinateMax)) {
          invalidCount++;
          continue;
        }
        const index = readCount++;
        if (index < nextKept) continue;
        if (count === capacity) makeRoom();
        runsKept++;
        nextKept = Math.max(index + 1, share === 1 ? 0 : runsStart + Math.floor((runsKept + random()) / share));
        base ??= [toBase(x), toBase(y), toBase(z)];
        positions[count * 3] = x - base[0];
        positions[count * 3 + 1] = y - base[1];
        positions[count * 3 + 2] = z - base[2];
        if (rgb) {
          for (let channel = 0; channel < 3; channel++) {
            rgb[count * 3 + channel] = batch.rgb ? batch.rgb[i * 3 + channel]! : neutralGrey;
          }
        }
        if (intensity) intensity[count] = batch.intensity?.[i] ?? 0;
        count++;
      }
    },
    finish: () => ({
      count,
      readCount,
      invalidCount,
      base: base ?? [0, 0, 0],
      positions: positions.subarray(0, count * 3),
      rgb: rgb?.subarray(0, count * 3),
      intensity: intensity?.subarray(0, count),
    }),
  };
}

/** The same sequence each time, so that a repeated conversion gives the same files. */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function toBase(coordinate: number): number {
  return Math.abs(coordinate) > largeCoordinate ? Math.round(coordinate) : 0;
}

function grow<T extends Float32Array | Uint8Array>(from: T, into: T): T {
  into.set(from);
  return into;
}
