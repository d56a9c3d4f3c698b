import { closeSync, openSync, readSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { decodeKtx2 } from "../decode-ktx2.ts";
import { BufferedFile } from "../sources/buffered-file.ts";
import type { SourcePicture, TextureWrap } from "../sources/mesh-source.ts";

// 16,384 pixels per side; a larger picture is an attempt to exhaust the memory.
const inputPixelsMax = 16_384 * 16_384;
// libvips' native file format: this many header bytes, then the pixels row by row.
const vipsHeaderBytes = 64;

/** Pictures are stored in blocks of this side length, so that reading a small part of a large one is cheap. */
const blockPx = 128;
/** Memory limit for the cached blocks of all pictures. */
const cachedBytesMax = 192 * 1024 * 1024;

interface PictureLevel {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly columns: number;
  /** Index of its first block in the picture's file. */
  readonly firstBlock: number;
}

type Block = Uint8Array<ArrayBuffer>;

/** LRU cache of blocks of all pictures. */
class BlockCache {
  readonly #blocks = new Map<number, Block>();
  #bytes = 0;

  get(key: number): Block | undefined {
    return this.#blocks.get(key);
  }

  /** Allocates a block, evicting the oldest one when the cache is full. */
  add(key: number, bytes: number): Block {
    let block: Block | undefined;
    for (const [oldest, freed] of this.#blocks) {
      if (this.#bytes + bytes <= cachedBytesMax) break;
      this.#blocks.delete(oldest);
      this.#bytes -= freed.length;
      // Allocating new memory for each would burden the garbage collector.
      if (freed.length === bytes) block = freed;
    }
    block ??= new Uint8Array(bytes);
    this.#blocks.set(key, block);
    this.#bytes += bytes;
    return block;
  }
}

const cache = new BlockCache();
let pictureCount = 0;

/**
 * One source picture unpacked on disk, at full size and as a mip chain: any part of it can be read at any level without
 * holding the picture in memory.
 */
export class UnpackedPicture implements Disposable {
  readonly levels: readonly PictureLevel[];
  /** 3 for RGB, 4 if its transparency is used. */
  readonly channels: 3 | 4;
  readonly #descriptor: number;
  readonly #number = pictureCount++;

  constructor(path: string, levels: readonly PictureLevel[], channels: 3 | 4) {
    this.levels = levels;
    this.channels = channels;
    this.#descriptor = openSync(path, "r");
  }

  get widthPx(): number {
    return this.levels[0]!.widthPx;
  }

  get heightPx(): number {
    return this.levels[0]!.heightPx;
  }

  level(number: number): PictureLevel {
    return this.levels[Math.min(Math.max(0, number), this.levels.length - 1)]!;
  }

  /** Copies pixels `from` to `to` (exclusive) of a row, sRGB bytes, to `out[at]`. They must lie inside the picture. */
  readRow(number: number, row: number, from: number, to: number, out: Uint8Array, at: number): void {
    const { columns, firstBlock } = this.level(number);
    const { channels } = this;
    const first = firstBlock + Math.floor(row / blockPx) * columns;
    const line = (row % blockPx) * blockPx;
    for (let pixel = from, target = at; pixel < to; ) {
      const column = Math.floor(pixel / blockPx);
      const end = Math.min(to, (column + 1) * blockPx);
      const block = this.#block(first + column);
      const source = (line + pixel - column * blockPx) * channels;
      const bytes = (end - pixel) * channels;
      // For a few bytes, a manual copy is faster than creating a view.
      if (bytes < 48) for (let byte = 0; byte < bytes; byte++) out[target + byte] = block[source + byte]!;
      else out.set(block.subarray(source, source + bytes), target);
      target += bytes;
      pixel = end;
    }
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor);
  }

  #block(number: number): Block {
    const key = this.#number * 2 ** 32 + number;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const bytes = blockPx * blockPx * this.channels;
    const block = cache.add(key, bytes);
    readSync(this.#descriptor, block, 0, bytes, number * bytes);
    return block;
  }
}

/** Maps a pixel coordinate outside a picture to one inside, by the wrap mode. */
export function wrapPixel(pixel: number, size: number, wrap: TextureWrap): number {
  if (pixel >= 0 && pixel < size) return pixel;
  if (wrap === "clamp") return pixel < 0 ? 0 : size - 1;
  const period = wrap === "mirror" ? size * 2 : size;
  const inside = ((pixel % period) + period) % period;
  return inside < size ? inside : period - 1 - inside;
}

/** Unpacks a picture into files named after `name`. @throws Error when it cannot be read as a picture */
export async function unpackPicture(
  source: SourcePicture,
  keepsAlpha: boolean,
  workDir: string,
  name: string,
): Promise<UnpackedPicture> {
  const bytes = await source.read();
  if (bytes.length === 0) throw new Error("a picture without bytes");
  let picture: Sharp;
  if (source.mimeType === "image/ktx2") {
    const { widthPx, heightPx, rgba } = await decodeKtx2(bytes);
    picture = sharp(rgba, { raw: { width: widthPx, height: heightPx, channels: 4 } });
  } else picture = sharp(bytes, { limitInputPixels: inputPixelsMax, failOn: "error", sequentialRead: true });
  const channels = keepsAlpha ? 4 : 3;
  const path = join(workDir, `${name}.v`);
  picture = picture.toColourspace("srgb");
  // Decoded row by row, so that a large picture is never entirely in memory.
  const info = await (keepsAlpha ? picture.ensureAlpha() : picture.removeAlpha()).toFile(path);
  if (info.channels !== channels) throw new Error(`a picture with ${info.channels} channels`);
  const blocksPath = join(workDir, `${name}.blocks`);
  const levels = writeLevels({ path, offset: vipsHeaderBytes }, info.width, info.height, channels, blocksPath);
  await rm(path);
  return new UnpackedPicture(blocksPath, levels, channels);
}

interface PixelRows {
  readonly path: string;
  readonly offset: number;
}

/** Writes the blocks of a picture and of its mip levels, down to a single pixel. */
function writeLevels(
  rows: PixelRows,
  widthPx: number,
  heightPx: number,
  channels: 3 | 4,
  blocksPath: string,
): PictureLevel[] {
  const levels: PictureLevel[] = [];
  using blocks = new BufferedFile(blocksPath);
  let source = rows;
  for (let [width, height, firstBlock] = [widthPx, heightPx, 0]; ; ) {
    const columns = Math.ceil(width / blockPx);
    levels.push({ widthPx: width, heightPx: height, columns, firstBlock });
    const half = { path: `${blocksPath}.${levels.length % 2}`, offset: 0 };
    writeLevel(source, width, height, channels, blocks, half.path);
    if (source !== rows) rmSync(source.path);
    if (width === 1 && height === 1) {
      rmSync(half.path);
      return levels;
    }
    firstBlock += columns * Math.ceil(height / blockPx);
    source = half;
    width = Math.max(1, width >> 1);
    height = Math.max(1, height >> 1);
  }
}

/** Reads rows, writes them as blocks, and writes half as many rows of half the width for the next level. */
function writeLevel(
  { path, offset }: PixelRows,
  widthPx: number,
  heightPx: number,
  channels: 3 | 4,
  blocks: BufferedFile,
  halfPath: string,
): void {
  const rowBytes = widthPx * channels;
  const columns = Math.ceil(widthPx / blockPx);
  const band = new Uint8Array(rowBytes * blockPx);
  const block = new Uint8Array(blockPx * blockPx * channels);
  const halfWidth = Math.max(1, widthPx >> 1);
  const halfRow = new Uint8Array(halfWidth * channels);
  using half = new BufferedFile(halfPath);
  const descriptor = openSync(path, "r");
  try {
    for (let row = 0; row < heightPx; row += blockPx) {
      const count = Math.min(blockPx, heightPx - row);
      readSync(descriptor, band, 0, count * rowBytes, offset + row * rowBytes);
      for (let column = 0; column < columns; column++) {
        const from = column * blockPx * channels;
        const bytes = Math.min(rowBytes - from, blockPx * channels);
        for (let line = 0; line < count; line++) {
          const at = line * rowBytes + from;
          block.set(band.subarray(at, at + bytes), line * blockPx * channels);
        }
        blocks.bytes(block);
      }
      for (let line = 0; line + 1 < count || (heightPx === 1 && line === 0); line += 2) {
        halve(band, line * rowBytes, heightPx > 1 ? rowBytes : 0, widthPx > 1 ? channels : 0, channels, halfRow);
        half.bytes(halfRow);
      }
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Averages 2 × 2 pixels along a row. @param below distance to the row below @param right distance to the next pixel */
function halve(band: Uint8Array, from: number, below: number, right: number, channels: number, out: Uint8Array): void {
  for (let at = from, to = 0; to < out.length; at += channels + right) {
    for (let channel = 0; channel < channels; channel++, to++) {
      const a = at + channel;
      out[to] = (band[a]! + band[a + right]! + band[a + below]! + band[a + right + below]! + 2) >> 2;
    }
  }
}
