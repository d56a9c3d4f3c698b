import { bitsToFloat } from "./corner-layout.ts";
import { packRectangles, type Rectangle } from "./pack-rectangles.ts";
import { type UnpackedPicture, wrapPixel } from "./picture-store.ts";
import type { TileMesh } from "./tile-mesh.ts";
import type { TileSurface } from "./tile-surfaces.ts";

/** The parts of all pictures that one tile shows, as one picture. */
export interface Atlas {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: 3 | 4;
  readonly pixels: Uint8Array;
  /** Where each vertex looks, 0–65535 along both sides, two a vertex; 0 for vertices without a picture. */
  readonly uvs: Uint16Array;
}

/** A connected piece of surface with the part of a picture it shows. */
interface Island extends Rectangle {
  readonly surface: TileSurface;
  readonly picture: UnpackedPicture;
  minU: number;
  minV: number;
  maxU: number;
  maxV: number;
  width: number;
  height: number;
  /** Pixel of the picture's level at the rectangle's corner; may lie outside, where the picture continues. */
  left: number;
  top: number;
  level: number;
}

// Texels around each island, so that filtering does not reach its neighbours.
const paddingPx = 2;

/**
 * Gathers the pictures of a tile, one level lower for each level of the tile, and lower still until they fit.
 * @param sidePxMax largest side of the atlas
 */
export function buildAtlas(
  mesh: TileMesh,
  surfaces: readonly TileSurface[],
  pictures: readonly (UnpackedPicture | undefined)[],
  level: number,
  sidePxMax: number,
): Atlas | undefined {
  const { rows, layout } = mesh;
  const islands = findIslands(mesh, surfaces, pictures);
  const all = [...new Set(islands.filter((island) => island !== undefined))];
  if (all.length === 0) return undefined;
  const size = packIslands(all, level, sidePxMax);
  const channels = all.some(({ surface }) => surface.style.alphaMode !== "OPAQUE") ? 4 : 3;
  const pixels = copyPixels(all, size, channels);
  const uvs = new Uint16Array(islands.length * 2);
  for (const [vertex, island] of islands.entries()) {
    if (island === undefined) continue;
    const at = vertex * layout.width + layout.uv;
    const { widthPx, heightPx } = island.picture.level(island.level);
    const x = bitsToFloat(rows[at]!) * widthPx - island.left;
    const y = bitsToFloat(rows[at + 1]!) * heightPx - island.top;
    uvs[vertex * 2] = toShare(island.x + clamp(x, 0, island.width), size.widthPx);
    uvs[vertex * 2 + 1] = toShare(island.y + clamp(y, 0, island.height), size.heightPx);
  }
  return { ...size, channels, pixels, uvs };
}

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));
const toShare = (value: number, size: number) => Math.round(clamp(value / size, 0, 1) * 65535);

/** The island of each vertex. */
function findIslands(
  { rows, indices, layout }: TileMesh,
  surfaces: readonly TileSurface[],
  pictures: readonly (UnpackedPicture | undefined)[],
): (Island | undefined)[] {
  const count = rows.length / layout.width;
  const parents = Int32Array.from({ length: count }, (_, vertex) => vertex);
  const find = (vertex: number) => {
    let root = vertex;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root]!]!;
      root = parents[root]!;
    }
    return root;
  };
  for (let at = 0; at < indices.length; at += 3) {
    const root = find(indices[at]!);
    parents[find(indices[at + 1]!)] = root;
    parents[find(indices[at + 2]!)] = root;
  }
  const byRoot = new Map<number, Island>();
  return Array.from({ length: count }, (_, vertex) => {
    const at = vertex * layout.width;
    const surface = surfaces[rows[at + layout.surface]!]!;
    const picture = surface.picture === undefined ? undefined : pictures[surface.picture.index];
    if (picture === undefined) return undefined;
    const root = find(vertex);
    let island = byRoot.get(root);
    if (island === undefined) {
      island = {
        surface,
        picture,
        minU: Infinity,
        minV: Infinity,
        maxU: -Infinity,
        maxV: -Infinity,
        ...{ x: 0, y: 0, width: 0, height: 0, left: 0, top: 0, level: 0 },
      };
      byRoot.set(root, island);
    }
    const u = bitsToFloat(rows[at + layout.uv]!);
    const v = bitsToFloat(rows[at + layout.uv + 1]!);
    island.minU = Math.min(island.minU, u);
    island.minV = Math.min(island.minV, v);
    island.maxU = Math.max(island.maxU, u);
    island.maxV = Math.max(island.maxV, v);
    return island;
  });
}

/** Chooses the level at which all islands fit, and places them. */
function packIslands(
  islands: readonly Island[],
  level: number,
  sidePxMax: number,
): { widthPx: number; heightPx: number } {
  const levelMax = Math.max(...islands.map(({ picture }) => picture.levels.length - 1));
  for (let tried = level; ; tried++) {
    // Nonsensical coordinates span thousands of repeats; such an island gets one texel.
    const isLast = tried > levelMax + 2;
    let area = 0;
    for (const island of islands) {
      island.level = Math.min(tried, island.picture.levels.length - 1);
      const { widthPx, heightPx } = island.picture.level(island.level);
      island.left = Math.floor(island.minU * widthPx) - paddingPx;
      island.top = Math.floor(island.minV * heightPx) - paddingPx;
      island.width = Math.ceil(island.maxU * widthPx) + paddingPx - island.left;
      island.height = Math.ceil(island.maxV * heightPx) + paddingPx - island.top;
      if (isLast) {
        island.width = Math.min(island.width, 1);
        island.height = Math.min(island.height, 1);
      }
      area += island.width * island.height;
    }
    const sideMax = isLast ? 16_384 : sidePxMax;
    if (area > sideMax * sideMax) continue;
    for (let width = toPowerOfTwo(Math.sqrt(area)); width <= sideMax; width *= 2) {
      const height = packRectangles(islands, width);
      if (height === undefined || height > sideMax || height > width * 2) continue;
      return { widthPx: width, heightPx: Math.min(sideMax, Math.max(4, (height + 3) & ~3)) };
    }
  }
}

function toPowerOfTwo(value: number): number {
  return 2 ** Math.max(2, Math.ceil(Math.log2(value)));
}

function copyPixels(
  islands: readonly Island[],
  size: { widthPx: number; heightPx: number },
  channels: 3 | 4,
): Uint8Array {
  const pixels = new Uint8Array(size.widthPx * size.heightPx * channels);
  fillWithAverage(pixels, islands, channels);
  const row = new Uint8Array(4 * 16_384 * 2);
  for (const { picture, level, left, top, width, height, x, y, surface } of islands) {
    const { widthPx, heightPx } = picture.level(level);
    const [wrapU, wrapV] = surface.picture!.wrap;
    const isInside = left >= 0 && left + width <= widthPx;
    const isOpaque = surface.style.alphaMode === "OPAQUE";
    for (let line = 0; line < height; line++) {
      const source = wrapPixel(top + line, heightPx, wrapV);
      const to = ((y + line) * size.widthPx + x) * channels;
      if (isInside && picture.channels === channels && !(channels === 4 && isOpaque)) {
        picture.readRow(level, source, left, left + width, pixels, to);
        continue;
      }
      const [from, end] = isInside ? [left, left + width] : [0, widthPx];
      picture.readRow(level, source, from, end, row, 0);
      for (let column = 0; column < width; column++) {
        const at = (wrapPixel(left + column, widthPx, wrapU) - from) * picture.channels;
        const out = to + column * channels;
        for (let channel = 0; channel < 3; channel++) pixels[out + channel] = row[at + channel]!;
        if (channels === 4) pixels[out + 3] = picture.channels === 4 && !isOpaque ? row[at + 3]! : 255;
      }
    }
  }
  return pixels;
}

/** What lies between the islands has their colour: far away, where filtering reaches over, no seams show. */
function fillWithAverage(pixels: Uint8Array, islands: readonly Island[], channels: 3 | 4): void {
  const texel = new Uint8Array(4);
  const sums = [0, 0, 0];
  for (const { picture } of islands) {
    picture.readRow(picture.levels.length - 1, 0, 0, 1, texel, 0);
    for (let channel = 0; channel < 3; channel++) sums[channel]! += texel[channel]!;
  }
  const average = sums.map((sum) => Math.round(sum / islands.length));
  pixels.set(average);
  if (channels === 4) pixels[3] = 255;
  for (let filled: number = channels; filled < pixels.length; filled *= 2) pixels.copyWithin(filled, 0, filled);
}
