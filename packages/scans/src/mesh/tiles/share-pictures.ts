import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type WebpOptions } from "sharp";
import type { UnpackedPicture } from "./picture-store.ts";
import { repeatsMin, type TileSurface } from "./tile-surfaces.ts";
import { toContentName } from "./tile-writer.ts";

const picturesFolder = "textures";
const repeatedPxMax = 1024;
/** For a picture that shows a large surface once. */
const wholePxMax = 2048;
/** For pictures whose bytes are measurements, such as normals, and for those that represent many. */
export const exactWebp: WebpOptions = { quality: 92, effort: 3, smartSubsample: true };

/**
 * Writes the pictures that many tiles repeat, or that have different places on their surface, as separate files.
 * @param uvAreas how often each picture covers itself
 * @returns their URLs relative to a tile, by index
 */
export async function sharePictures(
  surfaces: readonly TileSurface[],
  pictures: readonly (UnpackedPicture | undefined)[],
  uvAreas: Float64Array,
  outputDir: string,
): Promise<Map<number, string>> {
  const wanted = new Set<number>();
  for (const { picture, details, hasFiles } of surfaces) {
    if (!hasFiles) continue;
    for (const one of [picture, ...Object.values(details)]) if (one !== undefined) wanted.add(one.index);
  }
  const shared = new Map<number, string>();
  for (const index of wanted) {
    const sidePxMax = uvAreas[index]! > repeatsMin ? repeatedPxMax : wholePxMax;
    shared.set(index, await sharePicture(pictures[index]!, sidePxMax, outputDir));
  }
  return shared;
}

async function sharePicture(picture: UnpackedPicture, sidePxMax: number, outputDir: string): Promise<string> {
  const number = picture.levels.findIndex((level) => Math.max(level.widthPx, level.heightPx) < sidePxMax * 2);
  const { widthPx, heightPx } = picture.level(number);
  const { channels } = picture;
  const pixels = new Uint8Array(widthPx * heightPx * channels);
  for (let row = 0; row < heightPx; row++) picture.readRow(number, row, 0, widthPx, pixels, row * widthPx * channels);
  const webp = await sharp(pixels, { raw: { width: widthPx, height: heightPx, channels } })
    .resize(sidePxMax, sidePxMax, { fit: "inside", withoutEnlargement: true })
    .webp(exactWebp)
    .toBuffer();
  const path = `${picturesFolder}/${toContentName(webp, "webp")}`;
  await mkdir(join(outputDir, picturesFolder), { recursive: true });
  await writeFile(join(outputDir, path), webp);
  return `../${path}`;
}
