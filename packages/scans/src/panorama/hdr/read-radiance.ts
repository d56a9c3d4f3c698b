import { ScanProblem } from "../../scan-problem.ts";
import type { HdrHeader } from "./hdr-header.ts";
import type { LinearPicture } from "./linear-picture.ts";

const runWidthMin = 8;
const runWidthMax = 0x7fff;

/**
 * Reads a Radiance picture row by row: four bytes a pixel, red, green, blue and a shared exponent, plain or as runs of
 * either age.
 * @param bytes the whole file
 */
export function readRadiance(bytes: Uint8Array, { widthPx, heightPx, endOffset }: HdrHeader): LinearPicture {
  const row = new Uint8Array(widthPx * 4);
  return {
    widthPx,
    heightPx,
    eachRow: (onRow) => {
      const colours = new Float32Array(widthPx * 3);
      let at = endOffset;
      for (let index = 0; index < heightPx; index++) {
        at = isRunRow(bytes, at, widthPx) ? readRuns(bytes, at + 4, row, widthPx) : readPlain(bytes, at, row);
        for (let pixel = 0; pixel < widthPx; pixel++) {
          const exponent = row[pixel * 4 + 3]!;
          const scale = exponent === 0 ? 0 : 2 ** (exponent - 136);
          for (let channel = 0; channel < 3; channel++) {
            colours[pixel * 3 + channel] = row[pixel * 4 + channel]! * scale;
          }
        }
        onRow(colours, index);
      }
    },
  };
}

function isRunRow(bytes: Uint8Array, at: number, widthPx: number): boolean {
  if (widthPx < runWidthMin || widthPx > runWidthMax) return false;
  return bytes[at] === 2 && bytes[at + 1] === 2 && ((bytes[at + 2]! << 8) | bytes[at + 3]!) === widthPx;
}

/** Each channel of the row in runs: above 128 one value repeated, else that many values. */
function readRuns(bytes: Uint8Array, start: number, row: Uint8Array, widthPx: number): number {
  let at = start;
  for (let channel = 0; channel < 4; channel++) {
    for (let pixel = 0; pixel < widthPx; ) {
      const code = byteAt(bytes, at++);
      const count = code > 128 ? code - 128 : code;
      if (count === 0 || pixel + count > widthPx) throw new ScanProblem("scan-corrupt", "Radiance runs");
      if (code > 128) {
        const value = byteAt(bytes, at++);
        for (const end = pixel + count; pixel < end; pixel++) row[pixel * 4 + channel] = value;
      } else {
        for (const end = pixel + count; pixel < end; pixel++) row[pixel * 4 + channel] = byteAt(bytes, at++);
      }
    }
  }
  return at;
}

/** Whole pixels; one of 1, 1, 1 repeats the pixel before it, and several in a row multiply by 256. */
function readPlain(bytes: Uint8Array, start: number, row: Uint8Array): number {
  let at = start;
  for (let into = 0, shift = 0; into < row.length; ) {
    const [red, green, blue, last] = [0, 1, 2, 3].map((part) => byteAt(bytes, at + part)) as [
      number,
      number,
      number,
      number,
    ];
    at += 4;
    if (red === 1 && green === 1 && blue === 1) {
      const end = into + last * 2 ** shift * 4;
      if (into === 0 || end > row.length) throw new ScanProblem("scan-corrupt", "Radiance runs");
      for (; into < end; into++) row[into] = row[into - 4]!;
      shift += 8;
    } else {
      row.set([red, green, blue, last], into);
      into += 4;
      shift = 0;
    }
  }
  return at;
}

function byteAt(bytes: Uint8Array, at: number): number {
  const value = bytes[at];
  if (value === undefined) throw new ScanProblem("scan-truncated", "Radiance rows");
  return value;
}
