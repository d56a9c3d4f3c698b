import { BitModel, bitShift, minimalRange, SymbolModel, symbolShift } from "../laz-integers.ts";

/** Packs interleaved series of unsigned 32-bit integers as LASzip does: the counterpart of `openLazIntegers`. */
export function encodeLazIntegers(rows: readonly (readonly number[])[]): Uint8Array {
  const seriesCount = rows[0]?.length ?? 0;
  const encoder = new RangeEncoder();
  const widths = Array.from({ length: seriesCount }, () => new SymbolModel(33));
  const signModel = new BitModel();
  const correctors = Array.from({ length: 32 }, (_, bits) => new SymbolModel(1 << Math.min(Math.max(bits, 1), 8)));
  const previous = new Array<number>(seriesCount).fill(0);
  for (const row of rows) {
    row.forEach((value, series) => {
      const difference = (value - previous[series]!) | 0;
      previous[series] = value;
      let bits = 0;
      while (bits < 32 && (difference > 2 ** bits || difference < 1 - 2 ** bits)) bits++;
      encoder.writeSymbol(widths[series]!, bits);
      if (bits === 0) {
        encoder.writeBit(signModel, difference);
        return;
      }
      if (bits === 32) return;
      const code = difference > 0 ? difference - 1 : difference + (2 ** bits - 1);
      if (bits <= 8) {
        encoder.writeSymbol(correctors[bits]!, code);
        return;
      }
      encoder.writeSymbol(correctors[bits]!, Math.floor(code / 2 ** (bits - 8)));
      encoder.writeRaw(code % 2 ** (bits - 8), bits - 8);
    });
  }
  return encoder.finish();
}

class RangeEncoder {
  readonly #bytes: number[] = [];
  #base = 0;
  #range = 0xffff_ffff;

  writeSymbol(model: SymbolModel, symbol: number): void {
    const { starts } = model;
    const whole = this.#range;
    this.#range >>>= symbolShift;
    const start = starts[symbol]! * this.#range;
    const end = symbol + 1 < starts.length ? starts[symbol + 1]! * this.#range : whole;
    this.#raise(start, end - start);
    model.note(symbol);
  }

  writeBit(model: BitModel, bit: number): void {
    const zeros = model.zeroShare * (this.#range >>> bitShift);
    if (bit === 0) this.#raise(0, zeros);
    else this.#raise(zeros, this.#range - zeros);
    model.note(bit);
  }

  writeRaw(value: number, bits: number): void {
    if (bits > 19) {
      this.writeRaw(value % 2 ** 16, 16);
      this.writeRaw(Math.floor(value / 2 ** 16), bits - 16);
      return;
    }
    this.#range >>>= bits;
    this.#raise(value * this.#range, this.#range);
  }

  finish(): Uint8Array {
    const isWide = this.#range > 2 * minimalRange;
    this.#raise(isWide ? minimalRange : minimalRange / 2, isWide ? minimalRange >>> 1 : minimalRange >>> 9);
    return Uint8Array.from([...this.#bytes, 0, 0, 0]);
  }

  #raise(by: number, range: number): void {
    this.#base += by;
    if (this.#base >= 2 ** 32) {
      this.#base -= 2 ** 32;
      let at = this.#bytes.length - 1;
      while (this.#bytes[at] === 255) this.#bytes[at--] = 0;
      this.#bytes[at]!++;
    }
    this.#range = range;
    while (this.#range < minimalRange) {
      this.#bytes.push(this.#base >>> 24);
      this.#base = (this.#base << 8) >>> 0;
      this.#range = (this.#range << 8) >>> 0;
    }
  }
}
