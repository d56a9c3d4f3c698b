import type { ByteSource } from "../byte-source.ts";
import { ScanProblem } from "../scan-problem.ts";

/** Whole lines of a text file: line `n` ends (exclusive, with its line break) at `lineEnds[n]`. */
export interface TextLines {
  readonly bytes: Uint8Array;
  readonly lineEnds: readonly number[];
}

const pieceBytes = 4 << 20;
/** A longer line does not hold numbers; without a limit, one such file would fill the memory. */
const lineBytesMax = 64 << 10;

/** Yields the file's lines from `offset` on, at most `linesMax` at a time. */
export async function* readTextLines(source: ByteSource, offset: number, linesMax: number): AsyncGenerator<TextLines> {
  let rest = new Uint8Array(0);
  let at = offset;
  while (at < source.sizeBytes || rest.length > 0) {
    const piece = await source.read(at, pieceBytes);
    at += piece.length;
    const isLast = at >= source.sizeBytes || piece.length === 0;
    const bytes = new Uint8Array(rest.length + piece.length);
    bytes.set(rest);
    bytes.set(piece, rest.length);
    let start = 0;
    let lineEnds: number[] = [];
    let lastEnd = 0;
    for (let next = bytes.indexOf(10); next >= 0; next = bytes.indexOf(10, next + 1)) {
      if (next - lastEnd > lineBytesMax) throw new ScanProblem("scan-corrupt", "a line is longer than 64 KiB");
      lastEnd = next + 1;
      lineEnds.push(lastEnd - start);
      if (lineEnds.length === linesMax) {
        yield { bytes: bytes.subarray(start, lastEnd), lineEnds };
        start = lastEnd;
        lineEnds = [];
      }
    }
    if (isLast && lastEnd < bytes.length) {
      lastEnd = bytes.length;
      lineEnds.push(lastEnd - start);
    }
    if (lineEnds.length > 0) yield { bytes: bytes.subarray(start, lastEnd), lineEnds };
    if (isLast) return;
    rest = bytes.slice(lastEnd);
    if (rest.length > lineBytesMax) throw new ScanProblem("scan-corrupt", "a line is longer than 64 KiB");
  }
}

const powersOfTen = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

/**
 * Reads the numbers of one line into `into`, separated by spaces, tabs, commas or semicolons. With semicolons, a comma
 * is a decimal point. A word that is not a number ends the line, except `nan` and `inf`.
 * @returns how many numbers were found, at most `into.length`
 */
export function toNumbers(bytes: Uint8Array, start: number, end: number, into: Float64Array): number {
  let commaIsPoint = false;
  for (let at = start; at < end; at++) {
    if (bytes[at] === 0x3b) {
      commaIsPoint = true;
      break;
    }
  }
  let count = 0;
  let at = start;
  while (count < into.length) {
    while (at < end && isSeparator(bytes[at]!, commaIsPoint)) at++;
    if (at >= end) return count;
    let isNegative = false;
    if (bytes[at] === 0x2d || bytes[at] === 0x2b) {
      isNegative = bytes[at] === 0x2d;
      at++;
    }
    let mantissa = 0;
    let exponent = 0;
    let digits = 0;
    let hasPoint = false;
    for (; at < end; at++) {
      const byte = bytes[at]!;
      if (byte >= 0x30 && byte <= 0x39) {
        // Beyond 2^53, further digits do not change what a double can hold.
        if (mantissa < 9e14) {
          mantissa = mantissa * 10 + (byte - 0x30);
          if (hasPoint) exponent--;
        } else if (!hasPoint) {
          exponent++;
        }
        digits++;
      } else if (!hasPoint && (byte === 0x2e || (commaIsPoint && byte === 0x2c))) {
        hasPoint = true;
      } else {
        break;
      }
    }
    let value: number;
    if (digits === 0) {
      const word = String.fromCharCode(...bytes.subarray(at, Math.min(end, at + 3))).toLowerCase();
      if (word !== "nan" && word !== "inf") return count;
      value = word === "nan" ? Number.NaN : Number.POSITIVE_INFINITY;
      while (at < end && !isSeparator(bytes[at]!, commaIsPoint)) at++;
    } else {
      if (bytes[at] === 0x65 || bytes[at] === 0x45) {
        at++;
        let isExponentNegative = false;
        if (bytes[at] === 0x2d || bytes[at] === 0x2b) {
          isExponentNegative = bytes[at] === 0x2d;
          at++;
        }
        let written = 0;
        for (; at < end && bytes[at]! >= 0x30 && bytes[at]! <= 0x39; at++) {
          written = Math.min(9999, written * 10 + (bytes[at]! - 0x30));
        }
        exponent += isExponentNegative ? -written : written;
      }
      if (at < end && !isSeparator(bytes[at]!, commaIsPoint)) return count;
      // Powers of ten up to 22 are exact doubles, so one multiplication or division rounds correctly.
      if (exponent < 0 && exponent >= -22) value = mantissa / powersOfTen[-exponent]!;
      else if (exponent >= 0 && exponent <= 22) value = mantissa * powersOfTen[exponent]!;
      else value = Number(`${mantissa}e${exponent}`);
    }
    into[count++] = isNegative ? -value : value;
  }
  return count;
}

function isSeparator(byte: number, commaIsPoint: boolean): boolean {
  return byte <= 0x20 || byte === 0x3b || (byte === 0x2c && !commaIsPoint);
}
