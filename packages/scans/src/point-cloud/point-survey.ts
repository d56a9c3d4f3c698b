import type { Bounds } from "@blueprint/contract/scan-report";
import { type PointRecords, recordBytes } from "./point-records.ts";

/** A random sample of a cloud that fits into memory, in the source's frame and units. */
export interface PointSample {
  readonly count: number;
  readonly positions: Float64Array;
  readonly rgb: Uint8Array;
  readonly intensity: Float32Array;
}

/** Results of a full pass over a cloud. */
export interface SurveyedPoints {
  /** Number of finite positions. */
  readonly count: number;
  readonly invalidCount: number;
  /** Source frame and units; meaningless without points. */
  readonly bounds: Bounds;
  /** Whether any point is not black: many exporters leave the field empty. */
  readonly hasColour: boolean;
  /** Absent if the scan has none or a constant one. `isWhole`: integers of at most 16 bits, as in LAS. */
  readonly intensity: { readonly min: number; readonly max: number; readonly isWhole: boolean } | undefined;
  readonly hasClassification: boolean;
  readonly sample: PointSample;
}

/** Which fields of a batch of records were measured rather than filled in. */
export interface MeasuredFields {
  readonly rgb: boolean;
  readonly intensity: boolean;
}

const samplePointsMax = 600_000;

/** Collects the facts that determine a cloud's frame and colours as its points stream past. */
export class PointSurvey {
  readonly #sampler = createSampler();
  readonly #min: [number, number, number] = [Infinity, Infinity, Infinity];
  readonly #max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  #count = 0;
  #invalidCount = 0;
  #hasColour = false;
  #hasClassification = false;
  #intensityMin = Infinity;
  #intensityMax = -Infinity;
  #isWhole = true;

  /** Number of points seen so far, including invalid ones. */
  get seenCount(): number {
    return this.#count + this.#invalidCount;
  }

  /** @param invalidCount points missing from the records because their positions are not finite */
  add(records: PointRecords, invalidCount: number, measured: MeasuredFields): void {
    this.#addBounds(records);
    if (measured.intensity) this.#addIntensity(records);
    // Once both are found, there is nothing left to look for.
    if ((measured.rgb && !this.#hasColour) || !this.#hasClassification) this.#addFields(records, measured);
    this.#sampler.add(records, records.count);
    this.#count += records.count;
    this.#invalidCount += invalidCount;
  }

  finish(): SurveyedPoints {
    const [min, max] = [this.#intensityMin, this.#intensityMax];
    return {
      count: this.#count,
      invalidCount: this.#invalidCount,
      bounds: { min: this.#min, max: this.#max },
      hasColour: this.#hasColour,
      intensity: max > min ? { min, max, isWhole: this.#isWhole && min >= 0 && max <= 0xffff } : undefined,
      hasClassification: this.#hasClassification,
      sample: this.#sampler.finish(),
    };
  }

  #addBounds({ count, doubles }: PointRecords): void {
    let [minX, minY, minZ] = this.#min;
    let [maxX, maxY, maxZ] = this.#max;
    for (let at = 0; at < count * 4; at += 4) {
      const x = doubles[at]!;
      const y = doubles[at + 1]!;
      const z = doubles[at + 2]!;
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
      if (z < minZ) minZ = z;
      if (z > maxZ) maxZ = z;
    }
    [this.#min[0], this.#min[1], this.#min[2]] = [minX, minY, minZ];
    [this.#max[0], this.#max[1], this.#max[2]] = [maxX, maxY, maxZ];
  }

  #addIntensity({ count, floats }: PointRecords): void {
    let [min, max, isWhole] = [this.#intensityMin, this.#intensityMax, this.#isWhole];
    for (let i = 0; i < count; i++) {
      const value = floats[i * 8 + 6]!;
      if (value < min) min = value;
      if (value > max) max = value;
      if (isWhole && value !== Math.trunc(value)) isWhole = false;
    }
    this.#intensityMin = min;
    this.#intensityMax = max;
    this.#isWhole = isWhole;
  }

  #addFields({ count, bytes }: PointRecords, { rgb }: MeasuredFields): void {
    for (let at = 28; at < count * recordBytes; at += recordBytes) {
      if (rgb && (bytes[at]! | bytes[at + 1]! | bytes[at + 2]!) !== 0) this.#hasColour = true;
      if (bytes[at + 3] !== 0) this.#hasClassification = true;
    }
  }
}

/**
 * Keeps one random point out of every group of consecutive ones, for streams of any length: every point is equally
 * likely. When the sample is full, one of each two neighbours is dropped and the group size doubles.
 */
function createSampler() {
  let capacity = 1 << 16;
  let positions = new Float64Array(capacity * 3);
  let rgb = new Uint8Array(capacity * 3);
  let intensity = new Float32Array(capacity);
  let count = 0;
  let seen = 0;
  let state = 1;
  // Deterministic, so that repeated conversions produce the same files.
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const grow = () => {
    capacity = Math.min(samplePointsMax, capacity * 2);
    const [before, coloursBefore, intensityBefore] = [positions, rgb, intensity];
    positions = new Float64Array(capacity * 3);
    positions.set(before);
    rgb = new Uint8Array(capacity * 3);
    rgb.set(coloursBefore);
    intensity = new Float32Array(capacity);
    intensity.set(intensityBefore);
  };
  const halve = () => {
    count /= 2;
    for (let to = 0; to < count; to++) {
      const from = to * 2 + (random() < 0.5 ? 0 : 1);
      for (let axis = 0; axis < 3; axis++) {
        positions[to * 3 + axis] = positions[from * 3 + axis]!;
        rgb[to * 3 + axis] = rgb[from * 3 + axis]!;
      }
      intensity[to] = intensity[from]!;
    }
  };
  let pointsPerTaken = 1;
  let firstOfNext = 0;
  let nextTaken = 0;
  return {
    add: ({ doubles, floats, bytes }: PointRecords, added: number) => {
      const firstSeen = seen;
      seen += added;
      while (nextTaken < seen) {
        const i = nextTaken - firstSeen;
        if (count === capacity) grow();
        positions[count * 3] = doubles[i * 4]!;
        positions[count * 3 + 1] = doubles[i * 4 + 1]!;
        positions[count * 3 + 2] = doubles[i * 4 + 2]!;
        intensity[count] = floats[i * 8 + 6]!;
        rgb[count * 3] = bytes[i * recordBytes + 28]!;
        rgb[count * 3 + 1] = bytes[i * recordBytes + 29]!;
        rgb[count * 3 + 2] = bytes[i * recordBytes + 30]!;
        count++;
        firstOfNext += pointsPerTaken;
        if (count === samplePointsMax) {
          halve();
          pointsPerTaken *= 2;
        }
        nextTaken = pointsPerTaken === 1 ? firstOfNext : firstOfNext + Math.floor(random() * pointsPerTaken);
      }
    },
    finish: (): PointSample => {
      return {
        count,
        positions: positions.subarray(0, count * 3),
        rgb: rgb.subarray(0, count * 3),
        intensity: intensity.subarray(0, count),
      };
    },
  };
}
