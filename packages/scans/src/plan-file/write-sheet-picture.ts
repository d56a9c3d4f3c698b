import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SheetTiles } from "@blueprint/contract/scan-report";
import sharp, { type Sharp } from "sharp";
import { ScanProblem } from "../scan-problem.ts";
import { planLimits } from "./plan-limits.ts";

const tilePx = 512;
const overviewPxMax = 2048;
/** Lower values degrade lines and small print first. */
const quality = 84;

export interface SheetPicture {
  /** Pixels, upright. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Path of the overview; small pictures need nothing else. */
  readonly path: string;
  readonly tiles: SheetTiles | undefined;
}

export const pagesFolder = "pages";

/**
 * Writes one sheet as an overview and, if that loses detail, as a pyramid of tiles: `pages/<n>/<level>/<x>_<y>.webp`,
 * level 0 is one tile. Decodes row by row, drops metadata, and renders transparency as white paper.
 * @param page of a multi-page picture
 * @throws ScanProblem
 */
export async function writeSheetPicture(
  outputDir: string,
  number: number,
  inputPath: string,
  page = 0,
): Promise<SheetPicture> {
  const open = () =>
    sharp(inputPath, { limitInputPixels: planLimits.pixelsMax, failOn: "error", sequentialRead: true, page })
      .autoOrient()
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb");
  const path = `${pagesFolder}/${number}.webp`;
  await mkdir(join(outputDir, pagesFolder), { recursive: true });
  try {
    const { autoOrient } = await sharp(inputPath, { limitInputPixels: planLimits.pixelsMax, page }).metadata();
    const { width: widthPx, height: heightPx } = autoOrient;
    await open()
      .resize(overviewPxMax, overviewPxMax, { fit: "inside", withoutEnlargement: true })
      .webp({ quality, effort: 4 })
      .toFile(join(outputDir, path));
    const isWhole = Math.max(widthPx, heightPx) <= overviewPxMax;
    const tiles = isWhole ? undefined : await writeTiles(outputDir, number, open, widthPx, heightPx);
    return { widthPx, heightPx, path, tiles };
  } catch (error) {
    throw toPictureProblem(error);
  }
}

async function writeTiles(
  outputDir: string,
  number: number,
  open: () => Sharp,
  widthPx: number,
  heightPx: number,
): Promise<SheetTiles> {
  const folder = `${pagesFolder}/${number}`;
  const target = join(outputDir, folder);
  await open()
    .webp({ quality, effort: 2 })
    .tile({ size: tilePx, overlap: 0, layout: "dz", container: "fs", depth: "onetile" })
    .toFile(`${target}.dz`);
  await rename(`${target}_files`, target);
  await rm(`${target}.dzi`);
  const levels: { widthPx: number; heightPx: number }[] = [];
  for (let [width, height] = [widthPx, heightPx]; ; ) {
    levels.unshift({ widthPx: width, heightPx: height });
    if (Math.max(width, height) <= tilePx) break;
    [width, height] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  }
  // libvips numbers its levels from the one that fits a tile.
  const found = (await readdir(target, { withFileTypes: true })).filter((entry) => entry.isDirectory()).length;
  if (found !== levels.length) throw new Error(`${found} levels of tiles where ${levels.length} were expected`);
  for (const file of await readdir(target)) if (file.endsWith(".xml")) await rm(join(target, file));
  return { folder, tilePx, levels };
}

/** Translates libvips errors. */
export function toPictureProblem(error: unknown): Error {
  if (error instanceof ScanProblem) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (/no space left|ENOSPC/i.test(message)) return new ScanProblem("scan-storage-full", message);
  if (/pixel limit/i.test(message)) return new ScanProblem("scan-too-large", message);
  const isCutOff = /premature end|truncated|unexpected end|not enough|end of stream|read error/i.test(message);
  return new ScanProblem(isCutOff ? "scan-truncated" : "scan-corrupt", message);
}

/** A picture of the whole sheet on white paper, at list size. */
export async function writeSheetPreview(outputDir: string, overviewPath: string, previewPath: string): Promise<void> {
  const preview = await sharp(join(outputDir, overviewPath))
    .resize(640, 400, { fit: "contain", background: "#ffffff" })
    .flatten({ background: "#ffffff" })
    .webp({ quality: 84, effort: 4 })
    .toBuffer();
  await writeFile(join(outputDir, previewPath), preview);
}
