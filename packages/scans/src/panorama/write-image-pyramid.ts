import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { cubeFaces, projectFace } from "./cube-faces.ts";
import type { Equirectangular } from "./equirectangular.ts";

export const pyramidFileName = "panorama.json";
const tilesFolder = "tiles";

/** The content of `panorama.json`. */
export interface ImagePyramid {
  readonly version: 1;
  /** No tile is larger; a level's tiles are `facePx / tilesPerSide` pixels square. */
  readonly tilePx: number;
  /** Coarse to fine. Level 0 is one tile a face, all six together below 100 kB. */
  readonly levels: readonly { readonly facePx: number; readonly tilesPerSide: number }[];
  /** Tiles are `tiles/<level>/<face>/<x>-<y>.webp`, x to the right and y down as the eye sees the face. */
  readonly faces: typeof cubeFaces;
  /** Size of the original. */
  readonly widthPx: number;
  readonly heightPx: number;
}

const tilePx = 512;
const coarsestPxMax = 384;
const coarsestBytesMax = 100_000;
/** Tried in order. What is too busy even at the lowest quality is blurred: it is on the screen for a second. */
const coarsestSettings = [
  { quality: 75 },
  { quality: 60 },
  { quality: 45 },
  { quality: 30 },
  { quality: 20, blurPx: 1.5 },
  { quality: 20, blurPx: 6 },
];
const tileQuality = 82;

/** Face sizes that keep the original's resolution: at the middle of a face a pixel is the width over π. */
export function planLevels(widthPx: number): ImagePyramid["levels"] {
  const neededPx = (widthPx / Math.PI) * 0.98;
  const finest = [256, 384]
    .map((basePx) => basePx * 2 ** Math.max(0, Math.ceil(Math.log2(neededPx / basePx))))
    .sort((a, b) => a - b)[0]!;
  const levels: { facePx: number; tilesPerSide: number }[] = [];
  for (let facePx = finest; ; facePx /= 2) {
    levels.unshift({ facePx, tilesPerSide: Math.ceil(facePx / tilePx) });
    if (facePx <= coarsestPxMax) return levels;
  }
}

/**
 * Writes a panorama as a cube of tiles in several resolutions.
 * @param onTile called after each tile with the share that is written; may throw to stop
 */
export async function writeImagePyramid(
  outputDir: string,
  panorama: Equirectangular,
  onTile: (share: number) => void,
): Promise<void> {
  const levels = planLevels(panorama.widthPx);
  const tilesTotal = levels.reduce((sum, { tilesPerSide }) => sum + 6 * tilesPerSide ** 2, 0);
  let written = 0;
  const coarsest: { path: string; pixels: Uint8Array }[] = [];
  const finestPx = levels.at(-1)!.facePx;
  for (const face of cubeFaces) {
    const finest = projectFace(panorama, face, finestPx);
    for (const [level, { facePx, tilesPerSide }] of levels.entries()) {
      const folder = join(outputDir, tilesFolder, String(level), face);
      await mkdir(folder, { recursive: true });
      const pixels = facePx === finestPx ? finest : await shrink(finest, finestPx, facePx);
      if (level === 0) {
        coarsest.push({ path: join(folder, "0-0.webp"), pixels });
        continue;
      }
      const sidePx = facePx / tilesPerSide;
      for (let tile = 0; tile < tilesPerSide ** 2; tile++) {
        const [x, y] = [tile % tilesPerSide, Math.floor(tile / tilesPerSide)];
        await toImage(pixels, facePx)
          .extract({ left: x * sidePx, top: y * sidePx, width: sidePx, height: sidePx })
          .webp({ quality: tileQuality, effort: 3 })
          .toFile(join(folder, `${x}-${y}.webp`));
        onTile(++written / tilesTotal);
      }
    }
  }
  const encoded = await encodeCoarsest(
    coarsest.map(({ pixels }) => pixels),
    levels[0]!.facePx,
  );
  for (const [index, { path }] of coarsest.entries()) {
    await writeFile(path, encoded[index]!);
    onTile(++written / tilesTotal);
  }
  const { widthPx, heightPx } = panorama;
  const pyramid: ImagePyramid = { version: 1, tilePx, levels, faces: cubeFaces, widthPx, heightPx };
  await writeFile(join(outputDir, pyramidFileName), JSON.stringify(pyramid));
}

/** The first picture a visitor waits for: quality gives way to the bound on its size. */
async function encodeCoarsest(faces: readonly Uint8Array[], facePx: number): Promise<Buffer[]> {
  let encoded: Buffer[] = [];
  for (const { quality, blurPx } of coarsestSettings) {
    const encode = (face: Uint8Array) => {
      const image = toImage(face, facePx);
      return (blurPx === undefined ? image : image.blur(blurPx)).webp({ quality, effort: 5 }).toBuffer();
    };
    encoded = await Promise.all(faces.map(encode));
    if (encoded.reduce((sum, { length }) => sum + length, 0) < coarsestBytesMax) break;
  }
  return encoded;
}

async function shrink(pixels: Uint8Array, fromPx: number, toPx: number): Promise<Uint8Array> {
  return new Uint8Array(await toImage(pixels, fromPx).resize(toPx, toPx).raw().toBuffer());
}

function toImage(pixels: Uint8Array, sidePx: number) {
  return sharp(pixels, { raw: { width: sidePx, height: sidePx, channels: 3 } });
}
