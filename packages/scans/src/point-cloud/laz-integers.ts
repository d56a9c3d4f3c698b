import { ScanProblem } from "../scan-problem.ts";

/**
 * Reads integers that LASzip's entropy coder packed as differences: the form of the chunk table at the end of a LAZ
 * file. laz-perf decodes the points themselves but does not expose this table.
 */
export interface LazIntegerReader {
  /** The next value of a series, which is stored as the difference from `predicted`. Unsigned, 32 bits. */
  readonly read: (predicted: number, series: number) => number;
}

export const minimalRange = 0x0100_0000;
export const symbolShift = 15;
export const bitShift = 13;
const symbolCountMax = 1 << symbolShift;
const bitCountMax = 1 << bitShift;
/** A difference of up to this many bits is one symbol; the low bits of larger ones follow raw. */
const modelledBits = 8;
const widestBits = 32;

/** Opens packed bytes that hold `seriesCount` interleaved series of 32-bit integers. */
export function openLazIntegers(bytes: Uint8Array, seriesCount: number): LazIntegerReader {
  const decoder = new RangeDecoder(bytes);
  const widths = Array.from({ length: seriesCount }, () => new SymbolModel(widestBits + 1));
  const signModel = new BitModel();
  const correctors = Array.from(
    { length: widestBits },
    (_, bits) => new SymbolModel(1 << Math.min(Math.max(bits, 1), modelledBits)),
  );
  const readDifference = (series: number): number => {
    const bits = decoder.readSymbol(widths[series]!);
    if (bits === 0) return decoder.readBit(signModel);
    if (bits === widestBits) return -(2 ** 31);
    let value = decoder.readSymbol(correctors[bits]!);
    if (bits > modelledBits) value = value * 2 ** (bits - modelledBits) + decoder.readRaw(bits - modelledBits);
    // The upper half of the codes represents positive differences, the lower half negative ones.
    return value >= 2 ** (bits - 1) ? value + 1 : value - (2 ** bits - 1);
  };
  return { read: (predicted, series) => (predicted + readDifference(series)) >>> 0 };
}

/** An adaptive symbol model: the frequency of each symbol so far determines its share of the range. */
export class SymbolModel {
  readonly starts: Uint32Array;
  readonly #counts: Uint32Array;
  #total = 0;
  #cycle: number;
  #untilUpdate: number;

  constructor(symbols: number) {
    this.starts = new Uint32Array(symbols);
    this.#counts = new Uint32Array(symbols).fill(1);
    this.#cycle = symbols;
    this.#update();
    this.#cycle = (symbols + 6) >> 1;
    this.#untilUpdate = this.#cycle;
  }

  note(symbol: number): void {
    this.#counts[symbol]!++;
    this.#untilUpdate--;
    if (this.#untilUpdate === 0) this.#update();
  }

  #update(): void {
    const symbols = this.#counts.length;
    this.#total += this.#cycle;
    if (this.#total > symbolCountMax) {
      this.#total = 0;
      for (let symbol = 0; symbol < symbols; symbol++) {
        this.#counts[symbol] = (this.#counts[symbol]! + 1) >> 1;
        this.#total += this.#counts[symbol]!;
      }
    }
    const scale = Math.floor(2 ** 31 / this.#total);
    let sum = 0;
    for (let symbol = 0; symbol < symbols; symbol++) {
      this.starts[symbol] = Math.floor((scale * sum) / 2 ** (31 - symbolShift));
      sum += this.#counts[symbol]!;
    }
    this.#cycle = Math.min((5 * this.#cycle) >> 2, (symbols + 6) << 3);
    this.#untilUpdate = this.#cycle;
  }
}

/** The same for a single bit. */
export class BitModel {
  zeroShare = 1 << (bitShift - 1);
  #zeros = 1;
  #total = 2;
  #cycle = 4;
  #untilUpdate = 4;

  note(bit: number): void {
    if (bit === 0) this.#zeros++;
    this.#untilUpdate--;
    if (this.#untilUpdate > 0) return;
    this.#total += this.#cycle;
    if (this.#total > bitCountMax) {
      this.#total = (this.#total + 1) >> 1;
      this.#zeros = (this.#zeros + 1) >> 1;
      if (this.#zeros === this.#total) this.#total++;
    }
    this.zeroShare = Math.floor((Math.floor(2 ** 31 / this.#total) * this.#zeros) / 2 ** (31 - bitShift));
    this.#cycle = Math.min((5 * this.#cycle) >> 2, 64);
    this.#untilUpdate = this.#cycle;
  }
}

class RangeDecoder {
  readonly #bytes: Uint8Array;
  #at = 4;
  #value: number;
  #range = 0xffff_ffff;

  /** @throws ScanProblem scan-truncated */
  constructor(bytes: Uint8Array) {
    if (bytes.length < 4) throw new ScanProblem("scan-truncated", "the chunk table is cut off");
    this.#bytes = bytes;
    this.#value = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, false);
  }

  readSymbol(model: SymbolModel): number {
    const { starts } = model;
    const whole = this.#range;
    this.#range >>>= symbolShift;
    let symbol = 0;
    let next = starts.length;
    while (next - symbol > 1) {
      const middle = (symbol + next) >> 1;
      if (starts[middle]! * this.#range > this.#value) next = middle;
      else symbol = middle;
    }
    const start = starts[symbol]! * this.#range;
    const end = next < starts.length ? starts[next]! * this.#range : whole;
    this.#value -= start;
    this.#range = end - start;
    this.#refill();
    model.note(symbol);
    return symbol;
  }

  readBit(model: BitModel): number {
    const zeros = model.zeroShare * (this.#range >>> bitShift);
    const bit = this.#value >= zeros ? 1 : 0;
    if (bit === 0) {
      this.#range = zeros;
    } else {
      this.#value -= zeros;
      this.#range -= zeros;
    }
    this.#refill();
    model.note(bit);
    return bit;
  }

  readRaw(bits: number): number {
    // More than 19 bits at once would make the range too coarse.
    if (bits > 19) {
      const low = this.readRaw(16);
      return this.readRaw(bits - 16) * 2 ** 16 + low;
    }
    this.#range >>>= bits;
    const value = Math.floor(this.#value / this.#range);
    this.#value -= value * this.#range;
    this.#refill();
    return value;
  }

  #refill(): void {
    // An invalid file can reduce the range to zero, from which no byte recovers.
    if (this.#range === 0) throw new ScanProblem("scan-corrupt", "the chunk table cannot be decoded");
    while (this.#range < minimalRange) {
      this.#value = ((this.#value << 8) | (this.#bytes[this.#at++] ?? 0)) >>> 0;
      this.#range = (this.#range << 8) >>> 0;
    }
  }
}
