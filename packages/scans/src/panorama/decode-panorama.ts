import { closeSync, openSync, readSync } from "node:fs";
import { open } from "node:fs/promises";
import sharp from "sharp";
import { ScanProblem } from "../scan-problem.ts";
import { type Equirectangular, rowsPerBlock } from "./equirectangular.ts";
import { panoramaHeightPxMax, panoramaWidthPxMax } from "./require-equirectangular.ts";

/** A panorama decoded into a file, with the currently needed rows in memory. */
export interface DecodedPanorama extends Equirectangular, Disposable {
  /** Loads the rows from `first` to `last`, evicting others when memory is short. */
  readonly provideRows: (first: number, last: number) => void;
}

/** libvips' native format: a header of this size, then the pixels row by row. */
const headerBytes = 64;
const blocksBytesMax = 256 << 20;

/**
 * Decodes a picture upright and in sRGB into a file of raw pixels, row by row, so that it may exceed memory. The pixel
 * limit applies regardless of the header.
 * @param pixelsPath a path that does not exist yet, ending in `.v`
 * @throws ScanProblem when the picture is damaged or too large
 */
export async function decodePanorama(path: string, pixelsPath: string): Promise<DecodedPanorama> {
  try {
    await openUpright(path).toFile(pixelsPath);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (/no space left|ENOSPC/i.test(message)) throw new ScanProblem("scan-storage-full", message);
    if (/pixel limit/i.test(message)) throw new ScanProblem("scan-too-large", message);
    const isCutOff = /premature end|truncated|unexpected end|not enough/i.test(message);
    throw new ScanProblem(isCutOff ? "scan-truncated" : "scan-corrupt", message);
  }
  const { widthPx, heightPx } = await readPixelsHeader(pixelsPath);
  const file = openSync(pixelsPath, "r");
  const rowBytes = widthPx * 3;
  const blocks = new Array<Uint8Array | undefined>(Math.ceil(heightPx / rowsPerBlock)).fill(undefined);
  const blocksMax = Math.max(4, Math.floor(blocksBytesMax / (rowBytes * rowsPerBlock)));
  // Ordered by last use.
  const held = new Set<number>();
  const load = (block: number): Uint8Array => {
    const bytes = new Uint8Array(Math.min(rowsPerBlock, heightPx - block * rowsPerBlock) * rowBytes);
    for (let filled = 0; filled < bytes.length; ) {
      const at = headerBytes + block * rowsPerBlock * rowBytes + filled;
      const bytesRead = readSync(file, bytes, filled, bytes.length - filled, at);
      if (bytesRead === 0) throw new Error("the decoded picture is shorter than it says");
      filled += bytesRead;
    }
    return bytes;
  };
  return {
    widthPx,
    heightPx,
    blocks,
    provideRows: (first, last) => {
      const [from, to] = [Math.floor(first / rowsPerBlock), Math.floor(last / rowsPerBlock)];
      for (let block = from; block <= to; block++) {
        held.delete(block);
        held.add(block);
        blocks[block] ??= load(block);
      }
      for (const oldest of held) {
        if (held.size <= Math.max(blocksMax, to - from + 1)) break;
        held.delete(oldest);
        blocks[oldest] = undefined;
      }
    },
    [Symbol.dispose]: () => closeSync(file),
  };
}

async function readPixelsHeader(path: string): Promise<{ widthPx: number; heightPx: number }> {
  await using file = await open(path, "r");
  const { buffer } = await file.read(new Uint8Array(headerBytes), 0, headerBytes, 0);
  const view = new DataView(buffer.buffer);
  const [widthPx, heightPx, bands, format] = [4, 8, 12, 20].map((at) => view.getInt32(at, true)) as [
    number,
    number,
    number,
    number,
  ];
  if (bands !== 3 || format !== 0) throw new ScanProblem("scan-corrupt", `${bands} channels of format ${format}`);
  return { widthPx, heightPx };
}

/**
 * A reduced copy in memory, for overview pictures. Made from the original, which decoders can read at a fraction of its
 * size, rather than from the decoded file, which libvips would map into memory.
 */
export async function shrinkPanorama(
  path: string,
  { widthPx, heightPx }: Pick<Equirectangular, "widthPx" | "heightPx">,
  widthPxMax: number,
): Promise<Equirectangular> {
  const scale = Math.min(1, widthPxMax / widthPx);
  const { data, info } = await openUpright(path)
    .resize(Math.round(widthPx * scale), Math.round(heightPx * scale), { fit: "fill" })
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const blockBytes = info.width * 3 * rowsPerBlock;
  return {
    widthPx: info.width,
    heightPx: info.height,
    blocks: Array.from({ length: Math.ceil(info.height / rowsPerBlock) }, (_, block) =>
      data.subarray(block * blockBytes, (block + 1) * blockBytes),
    ),
  };
}

function openUpright(path: string) {
  return sharp(path, {
    limitInputPixels: panoramaWidthPxMax * panoramaHeightPxMax,
    failOn: "error",
    sequentialRead: true,
  })
    .autoOrient()
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb");
}
