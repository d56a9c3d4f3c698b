import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

/** Splats as readers return them, interleaved; per splat `3`, `8` and `3 + harmonics` numbers. */
export interface SplatRows {
  readonly count: number;
  /** x, y, z. */
  readonly positions: Float32Array;
  /** Rotation w, x, y, z; three log scales; opacity before the sigmoid. */
  readonly shapes: Float32Array;
  /** Three constant harmonics, then all red, all green, all blue ones. */
  readonly colours: Float32Array;
}

export interface SpzEncoder {
  /** @returns how many were dropped because they contain non-finite values */
  readonly add: (rows: SplatRows, onSplat?: (row: number) => void) => number;
  readonly count: () => number;
  /** Writes everything added as one gzipped SPZ, version 3. */
  readonly write: (path: string) => Promise<void>;
}

const version = 3;
const magic = 0x5053474e;
const antialiasedFlag = 1;
const harmonicsByDegree = [0, 9, 24, 45] as const;
/** Fixed-point fraction bits that SPZ writers use: a quarter of a millimetre, ±2048 m. */
const fractionalBitsUsual = 12;
const fixedMax = 2 ** 23 - 1;
/** Harmonics keep 5 bits in the first band and 4 in the others, like the format's own packer: the rest is noise. */
const bucketFirstBand = 8;
const bucketOtherBands = 16;
const writeBytes = 4 << 20;

export interface SpzOptions {
  readonly splatCountMax: number;
  readonly degree: 0 | 1 | 2 | 3;
  readonly isAntialiased: boolean;
  /** Largest absolute coordinate that must be representable. */
  readonly coordinateMax: number;
  /** Subtracted from each position. */
  readonly origin: readonly [number, number, number];
}

/** Packs splats into SPZ's attribute arrays: 20 bytes each, plus up to 45 of harmonics. */
export function createSpzEncoder(options: SpzOptions): SpzEncoder {
  const { splatCountMax, degree, origin } = options;
  const harmonics = harmonicsByDegree[degree];
  const bitsThatFit = Math.floor(Math.log2(fixedMax / Math.max(options.coordinateMax, 1e-9)));
  const fractionalBits = Math.max(0, Math.min(fractionalBitsUsual, bitsThatFit));
  const steps = 2 ** fractionalBits;
  const positions = new Uint8Array(splatCountMax * 9);
  const alphas = new Uint8Array(splatCountMax);
  const colours = new Uint8Array(splatCountMax * 3);
  const scales = new Uint8Array(splatCountMax * 3);
  const rotations = new DataView(new ArrayBuffer(splatCountMax * 4));
  const rest = new Uint8Array(splatCountMax * harmonics);
  let count = 0;

  return {
    add: (rows, onSplat) => {
      const coloursEach = 3 + harmonics;
      let left = 0;
      for (let row = 0; row < rows.count; row++) {
        const shape = rows.shapes.subarray(row * 8, row * 8 + 8);
        const colour = rows.colours.subarray(row * coloursEach, (row + 1) * coloursEach);
        const rotation = toPackedRotation(shape[1]!, shape[2]!, shape[3]!, shape[0]!);
        if (rotation === undefined || !isUsable(rows.positions, row, shape, colour)) {
          left++;
          continue;
        }
        for (let axis = 0; axis < 3; axis++) {
          const fixed = Math.round((rows.positions[row * 3 + axis]! - origin[axis]!) * steps);
          const clamped = Math.min(fixedMax, Math.max(-fixedMax, fixed));
          const at = count * 9 + axis * 3;
          positions[at] = clamped & 255;
          positions[at + 1] = (clamped >> 8) & 255;
          positions[at + 2] = (clamped >> 16) & 255;
          colours[count * 3 + axis] = toByte((colour[axis]! * 0.15 + 0.5) * 255);
          scales[count * 3 + axis] = toByte((shape[4 + axis]! + 10) * 16);
        }
        alphas[count] = toByte(255 / (1 + Math.exp(-shape[7]!)));
        rotations.setUint32(count * 4, rotation, true);
        packHarmonics(colour, harmonics / 3, rest, count * harmonics);
        onSplat?.(row);
        count++;
      }
      return left;
    },
    count: () => count,
    write: async (path) => {
      const header = new DataView(new ArrayBuffer(16));
      header.setUint32(0, magic, true);
      header.setUint32(4, version, true);
      header.setUint32(8, count, true);
      header.setUint8(12, degree);
      header.setUint8(13, fractionalBits);
      header.setUint8(14, options.isAntialiased ? antialiasedFlag : 0);
      const parts = [
        new Uint8Array(header.buffer),
        positions.subarray(0, count * 9),
        alphas.subarray(0, count),
        colours.subarray(0, count * 3),
        scales.subarray(0, count * 3),
        new Uint8Array(rotations.buffer, 0, count * 4),
        rest.subarray(0, count * harmonics),
      ];
      await pipeline(Readable.from(inPieces(parts)), createGzip({ level: 6 }), createWriteStream(path));
    },
  };
}

function* inPieces(parts: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += writeBytes) yield part.subarray(at, at + writeBytes);
  }
}

/** A scale of zero (minus infinity) and an opacity of one (plus infinity) are valid; NaN never is. */
function isUsable(positions: Float32Array, row: number, shape: Float32Array, colour: Float32Array): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (!Number.isFinite(positions[row * 3 + axis]!) || !(shape[4 + axis]! < Number.POSITIVE_INFINITY)) return false;
  }
  return !Number.isNaN(shape[7]!) && colour.every(Number.isFinite);
}

/**
 * The three smaller components in ten bits each (sign and nine bits of magnitude), and the index of the omitted one.
 * @returns undefined for an invalid rotation
 */
function toPackedRotation(x: number, y: number, z: number, w: number): number | undefined {
  const length = Math.hypot(x, y, z, w);
  if (!(length > 0 && length < Number.POSITIVE_INFINITY)) return undefined;
  const parts = [x / length, y / length, z / length, w / length];
  let largest = 0;
  for (let i = 1; i < 4; i++) if (Math.abs(parts[i]!) > Math.abs(parts[largest]!)) largest = i;
  // The omitted component is read back as positive; negating all components keeps the rotation.
  const isTurned = parts[largest]! < 0;
  let packed = largest;
  for (let i = 0; i < 4; i++) {
    if (i === largest) continue;
    const size = Math.min(511, Math.round(Math.abs(parts[i]!) * Math.SQRT2 * 511));
    const isNegative = parts[i]! < 0 !== isTurned;
    packed = packed * 1024 + (isNegative ? 512 : 0) + size;
  }
  return packed;
}

function packHarmonics(colour: Float32Array, perChannel: number, into: Uint8Array, at: number): void {
  for (let coefficient = 0; coefficient < perChannel; coefficient++) {
    const bucket = coefficient < 3 ? bucketFirstBand : bucketOtherBands;
    for (let channel = 0; channel < 3; channel++) {
      const value = Math.round(colour[3 + channel * perChannel + coefficient]! * 128 + 128);
      into[at + coefficient * 3 + channel] = toByte(Math.floor((value + bucket / 2) / bucket) * bucket);
    }
  }
}

function toByte(value: number): number {
  return value >= 255 ? 255 : value > 0 ? Math.round(value) : 0;
}
