import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { type CubeFace, cubeFaces, type FacePart, findRows, projectPart } from "./cube-faces.ts";
import type { DecodedPanorama } from "./decode-panorama.ts";

export const pyramidFileName = "panorama.json";
const tilesFolder = "tiles";

/** The content of `panorama.json`. */
export interface ImagePyramid {
  readonly version: 1;
  /** Maximum tile size; a level's tiles are `facePx / tilesPerSide` pixels square. */
  readonly tilePx: number;
  /** Coarse to fine. Level 0 has one tile per face, all six together below 70 kB. */
  readonly levels: readonly { readonly facePx: number; readonly tilesPerSide: number }[];
  /** Tiles are `tiles/<level>/<face>/<x>-<y>.webp`, x to the right and y down as seen by the eye. */
  readonly faces: typeof cubeFaces;
  /** Size of the original. */
  readonly widthPx: number;
  readonly heightPx: number;
}

const tilePx = 512;
const coarsestPxMax = 384;
const coarsestBytesMax = 70_000;
/** Tried in order. A picture too detailed even at the lowest quality is blurred: it is only visible for a second. */
const coarsestSettings = [
  { quality: 75 },
  { quality: 60 },
  { quality: 45 },
  { quality: 30 },
  { quality: 20, blurPx: 1.5 },
  { quality: 20, blurPx: 6 },
];
const tileQuality = 82;
/** Encoding runs in parallel with rendering; the limit keeps tiles from piling up in memory. */
const tilesAtOnce = 4;

/** Face sizes that preserve the original's resolution, which at the centre of a face takes width / π pixels. */
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
 * Writes a panorama as cube tiles in several resolutions. The finest tiles are rendered one by one, and each face's
 * next level is assembled from them, so that memory holds at most a quarter of one face, whatever the picture's size.
 * @param onTile called after each tile with the share written so far; may throw to stop
 */
export async function writeImagePyramid(
  outputDir: string,
  panorama: DecodedPanorama,
  onTile: (share: number) => void,
): Promise<void> {
  const levels = planLevels(panorama.widthPx);
  const tilesTotal = levels.reduce((sum, { tilesPerSide }) => sum + 6 * tilesPerSide ** 2, 0);
  let written = 0;
  const coarsest: { path: string; pixels: Uint8Array }[] = [];
  const writing = new Set<Promise<void>>();
  const write = async (path: string, pixels: Uint8Array, sidePx: number) => {
    const tile: Promise<void> = toImage(pixels, sidePx)
      .webp({ quality: tileQuality, effort: 3 })
      .toFile(path)
      .then(() => onTile(++written / tilesTotal))
      .finally(() => writing.delete(tile));
    writing.add(tile);
    if (writing.size >= tilesAtOnce) await Promise.race(writing);
  };
  try {
    for (const face of cubeFaces) {
      const folderOf = (level: number) => join(outputDir, tilesFolder, String(level), face);
      for (const level of levels.keys()) await mkdir(folderOf(level), { recursive: true });
      let level = levels.length - 1;
      let { facePx } = levels[level]!;
      let pixels: Uint8Array;
      if (level === 0) {
        pixels = drawPart(panorama, { face, facePx, left: 0, top: 0, sidePx: facePx });
      } else {
        pixels = new Uint8Array((facePx / 2) ** 2 * 3);
        for (const part of listParts(face, levels[level]!)) {
          const drawn = drawPart(panorama, part);
          halveInto(drawn, part, pixels);
          await write(
            join(folderOf(level), `${part.left / part.sidePx}-${part.top / part.sidePx}.webp`),
            drawn,
            part.sidePx,
          );
        }
        level--;
        facePx /= 2;
      }
      for (; level > 0; level--) {
        for (const { left, top, sidePx } of listParts(face, levels[level]!)) {
          const cut = await toImage(pixels, facePx)
            .extract({ left, top, width: sidePx, height: sidePx })
            .raw()
            .toBuffer();
          await write(join(folderOf(level), `${left / sidePx}-${top / sidePx}.webp`), cut, sidePx);
        }
        pixels = await shrink(pixels, facePx, facePx / 2);
        facePx /= 2;
      }
      coarsest.push({ path: join(folderOf(0), "0-0.webp"), pixels });
    }
    await Promise.all(writing);
  } finally {
    await Promise.allSettled(writing);
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

function drawPart(panorama: DecodedPanorama, part: FacePart): Uint8Array {
  const { first, last } = findRows(panorama, part);
  panorama.provideRows(first, last);
  return projectPart(panorama, part);
}

/**
 * The tiles of a face on one level. Near the poles from the centre outwards, so that picture rows are read only once.
 */
function listParts(face: CubeFace, { facePx, tilesPerSide }: ImagePyramid["levels"][number]): FacePart[] {
  const sidePx = facePx / tilesPerSide;
  const parts = Array.from({ length: tilesPerSide ** 2 }, (_, tile) => ({
    face,
    facePx,
    left: (tile % tilesPerSide) * sidePx,
    top: Math.floor(tile / tilesPerSide) * sidePx,
    sidePx,
  }));
  if (face !== "py" && face !== "ny") return parts;
  const offAxis = ({ left, top }: FacePart) =>
    Math.hypot(left + sidePx / 2 - facePx / 2, top + sidePx / 2 - facePx / 2);
  return parts.sort((a, b) => offAxis(a) - offAxis(b));
}

/** Downscales a part by half and copies it to its place in a face of half the size. */
function halveInto(pixels: Uint8Array, { facePx, left, top, sidePx }: FacePart, into: Uint8Array): void {
  const half = sidePx / 2;
  for (let row = 0; row < half; row++) {
    for (let column = 0; column < half; column++) {
      const from = (row * 2 * sidePx + column * 2) * 3;
      const to = ((top / 2 + row) * (facePx / 2) + left / 2 + column) * 3;
      for (let channel = 0; channel < 3; channel++) {
        const upper = pixels[from + channel]! + pixels[from + 3 + channel]!;
        const lower = pixels[from + sidePx * 3 + channel]! + pixels[from + sidePx * 3 + 3 + channel]!;
        into[to + channel] = (upper + lower + 2) >> 2;
      }
    }
  }
}

/** The first picture a visitor waits for: quality is reduced to stay within the size limit. */
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
