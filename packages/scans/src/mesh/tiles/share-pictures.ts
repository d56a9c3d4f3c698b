import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import type { UnpackedPicture } from "./picture-store.ts";
import { toContentName } from "./tile-writer.ts";

const picturesFolder = "textures";
const sidePxMax = 1024;
const quality = 80;

/** Writes a picture that many tiles repeat as a file of its own. @returns its address as seen from a tile */
export async function sharePicture(picture: UnpackedPicture, outputDir: string): Promise<string> {
  const number = picture.levels.findIndex((level) => Math.max(level.widthPx, level.heightPx) < sidePxMax * 2);
  const { widthPx, heightPx } = picture.level(number);
  const { channels } = picture;
  const pixels = new Uint8Array(widthPx * heightPx * channels);
  for (let row = 0; row < heightPx; row++) picture.readRow(number, row, 0, widthPx, pixels, row * widthPx * channels);
  const webp = await sharp(pixels, { raw: { width: widthPx, height: heightPx, channels } })
    .resize(sidePxMax, sidePxMax, { fit: "inside", withoutEnlargement: true })
    .webp({ quality, effort: 3 })
    .toBuffer();
  const path = `${picturesFolder}/${toContentName(webp, "webp")}`;
  await mkdir(join(outputDir, picturesFolder), { recursive: true });
  await writeFile(join(outputDir, path), webp);
  return `../${path}`;
}
