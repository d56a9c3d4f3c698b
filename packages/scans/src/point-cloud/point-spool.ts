import { type FileHandle, open } from "node:fs/promises";
import type { Bounds } from "@blueprint/contract/scan-report";
import type { PointBatch } from "./point-stream.ts";

/** A random share of a cloud, small enough for memory, in the source's frame and units. */
export interface PointSample {
  readonly count: number;
  readonly positions: Float64Array;
  readonly rgb: Uint8Array;
  readonly intensity: Float32Array;
}

/** What a whole pass over a cloud found out. */
export interface SpooledPoints {
  /** Positions that are numbers. */
  readonly count: number;
  readonly invalidCount: number;
  /** Source frame and units; meaningless without points. */
  readonly bounds: Bounds;
  /** Whether any point is of another colour than black: many exporters leave the field empty. */
  readonly hasColour: boolean;
  /** Absent where the scan has none, or the same everywhere. `isWhole`: integers of at most 16 bits, as in LAS. */
  readonly intensity: { readonly min: number; readonly max: number; readonly isWhole: boolean } | undefined;
  readonly hasClassification: boolean;
  readonly sample: PointSample;
}

/**
 * Points in the spool file: of each, three doubles, then a float of intensity and four bytes of red, green, blue and
 * class. The three views show the same bytes.
 */
export interface SpoolRecords {
  readonly count: number;
  readonly doubles: Float64Array;
  readonly floats: Float32Array;
  readonly bytes: Uint8Array;
}

/** No coordinate of a scan on this planet is larger, in any unit; such values are as broken as NaN. */
const coordinateMax = 1e11;
const recordBytes = 32;
const recordsPerRead = 65_536;
const samplePointsMax = 600_000;
/** Points of a scan without colours in a file that has some. */
const neutralGrey = 160;

/**
 * Writes the points of a stream to a file of plain records, since what is decided about a cloud (its bounds, its frame,
 * its colours) depends on all of it, and reading the original twice costs more than the disk does.
 * @param onBatch called after each batch with the points seen so far; may throw to stop
 */
export async function spoolPoints(
  batches: AsyncIterable<PointBatch>,
  path: string,
  onBatch: (seenCount: number) => Promise<void>,
): Promise<SpooledPoints> {
  await using file = await open(path, "wx");
  const sampler = createSampler();
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  let count = 0;
  let invalidCount = 0;
  let hasColour = false;
  let hasClassification = false;
  let intensityMin = Infinity;
  let intensityMax = -Infinity;
  let isWhole = true;
  // One is written to the file while the other is filled.
  let [records, written] = [createRecords(0), createRecords(0)];
  let writing = Promise.resolve();
  for await (const { count: batchCount, positions, rgb, intensity, classification } of batches) {
    if (records.count < batchCount) records = createRecords(batchCount);
    const { doubles, floats, bytes } = records;
    let filled = 0;
    for (let i = 0; i < batchCount; i++) {
      const x = positions[i * 3]!;
      const y = positions[i * 3 + 1]!;
      const z = positions[i * 3 + 2]!;
      // Also false for NaN.
      if (!(Math.abs(x) < coordinateMax && Math.abs(y) < coordinateMax && Math.abs(z) < coordinateMax)) {
        invalidCount++;
        continue;
      }
      if (x < min[0]) min[0] = x;
      if (x > max[0]) max[0] = x;
      if (y < min[1]) min[1] = y;
      if (y > max[1]) max[1] = y;
      if (z < min[2]) min[2] = z;
      if (z > max[2]) max[2] = z;
      const at = filled * 4;
      doubles[at] = x;
      doubles[at + 1] = y;
      doubles[at + 2] = z;
      const measured = intensity?.[i] ?? 0;
      // A reading that is no number says nothing about the position.
      const value = Number.isFinite(measured) ? measured : 0;
      floats[filled * 8 + 6] = value;
      if (intensity) {
        if (value < intensityMin) intensityMin = value;
        if (value > intensityMax) intensityMax = value;
        if (isWhole && !Number.isInteger(value)) isWhole = false;
      }
      const byte = filled * recordBytes + 28;
      const red = rgb ? rgb[i * 3]! : neutralGrey;
      const green = rgb ? rgb[i * 3 + 1]! : neutralGrey;
      const blue = rgb ? rgb[i * 3 + 2]! : neutralGrey;
      bytes[byte] = red;
      bytes[byte + 1] = green;
      bytes[byte + 2] = blue;
      if (rgb && (red | green | blue) !== 0) hasColour = true;
      const kind = classification?.[i] ?? 0;
      bytes[byte + 3] = kind;
      if (kind !== 0) hasClassification = true;
      filled++;
    }
    sampler.add(records, filled);
    count += filled;
    await writing;
    writing = writeWhole(file, bytes, filled * recordBytes);
    // Whoever waits for it hears of a failure.
    writing.catch(() => {});
    [records, written] = [written, records];
    await onBatch(count + invalidCount);
  }
  await writing;
  return {
    count,
    invalidCount,
    bounds: { min, max },
    hasColour,
    intensity:
      intensityMax > intensityMin
        ? {
            min: intensityMin,
            max: intensityMax,
            isWhole: isWhole && intensityMin >= 0 && intensityMax <= 0xffff,
          }
        : undefined,
    hasClassification,
    sample: sampler.finish(),
  };
}

async function writeWhole(file: FileHandle, bytes: Uint8Array, sizeBytes: number): Promise<void> {
  for (let at = 0; at < sizeBytes; ) at += (await file.write(bytes, at, sizeBytes - at)).bytesWritten;
}

/** Reads a spool file from its beginning. The records of one turn are overwritten by the next but one. */
export async function* readSpool(path: string): AsyncGenerator<SpoolRecords> {
  await using file = await open(path, "r");
  const read = async (into: SpoolRecords, position: number): Promise<number> => {
    let filled = 0;
    while (filled < into.bytes.length) {
      const { bytesRead } = await file.read(into.bytes, filled, into.bytes.length - filled, position + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return filled;
  };
  // One is read into while the other is looked at.
  let [records, next] = [createRecords(recordsPerRead), createRecords(recordsPerRead)];
  let reading = read(next, 0);
  for (let position = 0; ; ) {
    const filled = await reading;
    if (filled === 0) return;
    [records, next] = [next, records];
    position += filled;
    reading = read(next, position);
    // Whoever waits for it hears of a failure.
    reading.catch(() => {});
    yield { ...records, count: filled / recordBytes };
  }
}

function createRecords(count: number): SpoolRecords {
  const buffer = new ArrayBuffer(count * recordBytes);
  return {
    count,
    doubles: new Float64Array(buffer),
    floats: new Float32Array(buffer),
    bytes: new Uint8Array(buffer),
  };
}

/**
 * Keeps one point at random of every so many that follow each other, whatever the length of the stream: every point is
 * as likely as any other. When the sample is full, one of each two neighbours goes and twice as many share one.
 */
function createSampler() {
  let capacity = 1 << 16;
  let positions = new Float64Array(capacity * 3);
  let rgb = new Uint8Array(capacity * 3);
  let intensity = new Float32Array(capacity);
  let count = 0;
  let seen = 0;
  let state = 1;
  // The same sequence each time, so that a repeated conversion gives the same files.
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
    add: ({ doubles, floats, bytes }: SpoolRecords, added: number) => {
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
