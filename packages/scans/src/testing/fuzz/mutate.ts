import { buildZip } from "../build-zip.ts";
import type { SeedFile } from "./seed-files.ts";

/** A deterministic random number generator from 0 to 1 for a seed. */
export function createRandom(seed: number): () => number {
  let state = (seed ^ 0x9e37_79b9) >>> 0;
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const extremeWords = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff];
const extremeNumbers = [Number.NaN, Infinity, -Infinity, 1e308, -1e30, 1e-30, 0];
const extremeTexts = ["-1", "0", "99999999999", "1e999", "nan", "9007199254740993", "\0", "../../x"];

/** A copy of a file with one to six faults, preferably in its first kilobyte, where headers are. */
export function mutate(bytes: Uint8Array, random: () => number): Uint8Array {
  let mutated: Uint8Array = bytes.slice();
  for (let faults = 1 + Math.floor(random() ** 2 * 6); faults > 0; faults--) mutated = addFault(mutated, random);
  return mutated;
}

/** Like `mutate`; in an archive, usually mutates one of its files and repacks it, so that it passes every checksum. */
export function mutateSeed({ bytes, entries }: Pick<SeedFile, "bytes" | "entries">, random: () => number): Uint8Array {
  if (entries === undefined || random() < 0.3) return mutate(bytes, random);
  const paths = Object.keys(entries);
  const path = paths[Math.floor(random() * paths.length)]!;
  return buildZip({ ...entries, [path]: mutate(entries[path]!, random) });
}

function addFault(bytes: Uint8Array, random: () => number): Uint8Array {
  if (bytes.length === 0) return bytes;
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const reach = random() < 0.6 ? Math.min(1024, bytes.length) : bytes.length;
  const at = Math.floor(random() * reach);
  const length = 1 + Math.floor(random() ** 3 * Math.min(4096, bytes.length - at));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (Math.floor(random() * 9)) {
    case 0:
      bytes[at]! ^= 1 << Math.floor(random() * 8);
      return bytes;
    case 1:
      bytes[at] = Math.floor(random() * 256);
      return bytes;
    case 2:
      if (at + 4 <= bytes.length) view.setUint32(at, pick(extremeWords), random() < 0.9);
      return bytes;
    case 3:
      if (at + 8 > bytes.length) return bytes;
      if (random() < 0.5) view.setFloat32(at, pick(extremeNumbers), true);
      else view.setFloat64(at, pick(extremeNumbers), true);
      return bytes;
    case 4:
      return bytes.slice(0, at);
    case 5:
      bytes.fill(random() < 0.5 ? 0 : 255, at, at + length);
      return bytes;
    case 6:
      // Removes a part.
      return join(bytes.subarray(0, at), bytes.subarray(at + length));
    case 7:
      // Repeats a part.
      return join(bytes.subarray(0, at + length), bytes.subarray(at));
    default: {
      const insert = new TextEncoder().encode(pick(extremeTexts));
      return join(bytes.subarray(0, at), insert, bytes.subarray(at + (random() < 0.5 ? insert.length : 0)));
    }
  }
}

function join(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
