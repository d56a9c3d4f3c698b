import { deflateSync } from "node:zlib";

/** Linear red, green and blue of a pixel. */
export type PaintHdr = (column: number, row: number) => readonly [number, number, number];

const text = (value: string) => new TextEncoder().encode(value);

/** A Radiance picture, its rows as runs (literal ones only) or as plain pixels. */
export function buildRadiance(
  widthPx: number,
  heightPx: number,
  paint: PaintHdr,
  { isPlain = false, encoding = "32-bit_rle_rgbe", turn = "-Y" } = {},
): Uint8Array {
  const head = text(`#?RADIANCE\nFORMAT=${encoding}\nEXPOSURE=1\n\n${turn} ${heightPx} +X ${widthPx}\n`);
  const bytes: number[] = [...head];
  for (let row = 0; row < heightPx; row++) {
    const pixels = Array.from({ length: widthPx }, (_, column) => toShared(paint(column, row)));
    if (isPlain) {
      for (const pixel of pixels) bytes.push(...pixel);
      continue;
    }
    bytes.push(2, 2, widthPx >> 8, widthPx & 255);
    for (let channel = 0; channel < 4; channel++) {
      for (let at = 0; at < widthPx; ) {
        const value = pixels[at]![channel]!;
        let end = at + 1;
        while (end < widthPx && end - at < 127 && pixels[end]![channel] === value) end++;
        bytes.push(128 + (end - at), value);
        at = end;
      }
    }
  }
  return Uint8Array.from(bytes);
}

/** Red, green, blue and their shared exponent. */
function toShared(colour: readonly [number, number, number]): number[] {
  const largest = Math.max(...colour);
  if (largest <= 0) return [0, 0, 0, 0];
  const exponent = Math.floor(Math.log2(largest)) + 1;
  return [...colour.map((value) => Math.min(255, Math.floor((value / 2 ** exponent) * 256))), exponent + 128];
}

interface ExrOptions {
  readonly isZipped?: boolean;
  /** In the order of the file, which is alphabetical. */
  readonly channels?: readonly string[];
  readonly flags?: number;
}

/** An OpenEXR picture of 32-bit floats in rows from the top, without compression or as ZIP blocks of 16 rows. */
export function buildExr(
  widthPx: number,
  heightPx: number,
  paint: PaintHdr,
  { isZipped = false, channels = ["B", "G", "R"], flags = 0 }: ExrOptions = {},
): Uint8Array {
  const ints = (...values: number[]) => new Uint8Array(Int32Array.from(values).buffer);
  const floats = (...values: number[]) => new Uint8Array(Float32Array.from(values).buffer);
  const attribute = (name: string, type: string, value: Uint8Array) =>
    Buffer.concat([text(`${name}\0${type}\0`), ints(value.length), value]);
  const list = channels.map((name) => Buffer.concat([text(`${name}\0`), ints(2, 0, 1, 1)]));
  const window = ints(0, 0, widthPx - 1, heightPx - 1);
  const header = Buffer.concat([
    Uint8Array.of(0x76, 0x2f, 0x31, 0x01, 2, flags, 0, 0),
    attribute("channels", "chlist", Buffer.concat([...list, Uint8Array.of(0)])),
    attribute("compression", "compression", Uint8Array.of(isZipped ? 3 : 0)),
    attribute("dataWindow", "box2i", window),
    attribute("displayWindow", "box2i", window),
    attribute("lineOrder", "lineOrder", Uint8Array.of(0)),
    attribute("pixelAspectRatio", "float", floats(1)),
    attribute("screenWindowCenter", "v2f", floats(0, 0)),
    attribute("screenWindowWidth", "float", floats(1)),
    Uint8Array.of(0),
  ]);
  const rowsEach = isZipped ? 16 : 1;
  const blocks: Uint8Array[] = [];
  for (let first = 0; first < heightPx; first += rowsEach) {
    const rows: Uint8Array[] = [];
    for (let row = first; row < Math.min(heightPx, first + rowsEach); row++) {
      for (const name of channels) {
        const part = name === "Y" ? 1 : "RGB".indexOf(name);
        rows.push(floats(...Array.from({ length: widthPx }, (_, column) => paint(column, row)[part] ?? 1)));
      }
    }
    const plain = Buffer.concat(rows);
    const stored = isZipped ? zipBlock(plain) : plain;
    blocks.push(Buffer.concat([ints(first, stored.length), stored]));
  }
  const table = new BigUint64Array(blocks.length);
  let at = header.length + table.byteLength;
  for (const [index, block] of blocks.entries()) {
    table[index] = BigInt(at);
    at += block.length;
  }
  return new Uint8Array(Buffer.concat([header, new Uint8Array(table.buffer), ...blocks]));
}

/** OpenEXR's ZIP: even bytes before odd ones, each as the difference to the one before it, then zlib. */
function zipBlock(plain: Uint8Array): Uint8Array {
  const half = Math.ceil(plain.length / 2);
  const sorted = Uint8Array.from(plain, (_, at) => plain[at < half ? at * 2 : (at - half) * 2 + 1]!);
  const packed = deflateSync(
    Uint8Array.from(sorted, (value, at) => (at === 0 ? value : value - sorted[at - 1]! + 128)),
  );
  return packed.length < plain.length ? packed : plain;
}
