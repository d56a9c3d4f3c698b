import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { decodeKtx2 } from "../decode-ktx2.ts";
import type { SourcePicture, TextureWrap } from "../sources/mesh-source.ts";

// Sixteen thousand pixels a side; beyond that a picture is a way to fill the memory.
const inputPixelsMax = 16_384 * 16_384;
// libvips' own file format: this many bytes, then the pixels row by row.
const vipsHeaderBytes = 64;

interface PictureLevel {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly path: string;
  readonly offset: number;
}

/**
 * One source picture unpacked on disk, at full size and halved again and again: any part of it can be read at any
 * level without holding the picture in memory.
 */
export class UnpackedPicture implements Disposable {
  readonly levels: readonly PictureLevel[];
  /** 3 for RGB, 4 where its transparency is used. */
  readonly channels: 3 | 4;
  readonly #descriptors: number[];

  constructor(levels: readonly PictureLevel[], channels: 3 | 4) {
    this.levels = levels;
    this.channels = channels;
    this.#descriptors = levels.map(({ path }) => openSync(path, "r"));
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

  /** Reads pixels `from` to `to` (excluded) of a row, sRGB bytes, into `out[at]`. They must lie inside the picture. */
  readRow(number: number, row: number, from: number, to: number, out: Uint8Array, at: number): void {
    const found = Math.min(Math.max(0, number), this.levels.length - 1);
    const { widthPx, offset } = this.levels[found]!;
    const start = offset + (row * widthPx + from) * this.channels;
    readSync(this.#descriptors[found]!, out, at, (to - from) * this.channels, start);
  }

  [Symbol.dispose](): void {
    for (const descriptor of this.#descriptors) closeSync(descriptor);
  }
}

/** Where a coordinate outside of a picture continues, as a pixel inside of it. */
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
  // Written row by row while it is decoded, so that a large picture is never in memory as a whole.
  const info = await (keepsAlpha ? picture.ensureAlpha() : picture.removeAlpha()).toFile(path);
  if (info.channels !== channels) throw new Error(`a picture with ${info.channels} channels`);
  const levels: PictureLevel[] = [{ widthPx: info.width, heightPx: info.height, path, offset: vipsHeaderBytes }];
  const halvedPath = join(workDir, `${name}.levels`);
  await rm(halvedPath, { force: true });
  await writeHalves(levels, halvedPath, channels);
  return new UnpackedPicture(levels, channels);
}

/** Adds levels of half the size each, down to a single pixel. */
async function writeHalves(levels: PictureLevel[], path: string, channels: 3 | 4): Promise<void> {
  const handle = await open(path, "w+");
  const first = openSync(levels[0]!.path, "r");
  try {
    let offset = 0;
    for (;;) {
      const above = levels.at(-1)!;
      if (above.widthPx === 1 && above.heightPx === 1) return;
      const level = {
        widthPx: Math.max(1, above.widthPx >> 1),
        heightPx: Math.max(1, above.heightPx >> 1),
        path,
        offset,
      };
      halve(levels.length === 1 ? first : handle.fd, above, handle.fd, level, channels);
      offset += level.widthPx * level.heightPx * channels;
      levels.push(level);
    }
  } finally {
    closeSync(first);
    await handle.close();
  }
}

function halve(from: number, above: PictureLevel, to: number, level: PictureLevel, channels: 3 | 4): void {
  const rowBytes = above.widthPx * channels;
  const rows = Math.min(2, above.heightPx);
  const rowsAtOnce = Math.max(1, Math.floor(4_000_000 / (rowBytes * rows)));
  const source = new Uint8Array(rowBytes * rows * rowsAtOnce);
  const target = new Uint8Array(level.widthPx * channels * rowsAtOnce);
  const [right, below] = [above.widthPx > 1 ? channels : 0, rows > 1 ? rowBytes : 0];
  for (let row = 0; row < level.heightPx; row += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, level.heightPx - row);
    readSync(from, source, 0, count * rows * rowBytes, above.offset + row * rows * rowBytes);
    for (let y = 0, out = 0; y < count; y++) {
      for (let x = 0, at = y * rows * rowBytes; x < level.widthPx; x++, at += channels + right) {
        for (let channel = 0; channel < channels; channel++, out++) {
          const a = at + channel;
          target[out] = (source[a]! + source[a + right]! + source[a + below]! + source[a + right + below]! + 2) >> 2;
        }
      }
    }
    const bytes = count * level.widthPx * channels;
    const start = level.offset + row * level.widthPx * channels;
    for (let at = 0; at < bytes; ) at += writeSync(to, target, at, bytes - at, start + at);
  }
}
