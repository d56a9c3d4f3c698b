import type { SurfacePicture } from "../sources/mesh-source.ts";
import { bitsToFloat } from "./corner-layout.ts";
import { packRectangles, type Rectangle } from "./pack-rectangles.ts";
import { type UnpackedPicture, wrapPixel } from "./picture-store.ts";
import { type ResampledArea, resamplePicture } from "./resample-picture.ts";
import type { TileMesh } from "./tile-mesh.ts";
import type { TileSurface } from "./tile-surfaces.ts";

/** `surface` holds occlusion in red, roughness in green and metalness in blue, as glTF reads them. */
export const atlasLayerNames = ["base", "normal", "surface", "emission"] as const;
export type AtlasLayerName = (typeof atlasLayerNames)[number];

export interface AtlasLayer {
  readonly channels: 3 | 4;
  readonly pixels: Uint8Array;
}

/** All picture parts that one tile shows, packed into one picture, or one for each layer. */
export interface Atlas {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly layers: Readonly<Partial<Record<AtlasLayerName, AtlasLayer>>>;
  /** How many times the pictures are halved. */
  readonly level: number;
  /** Average side of a texel on the surface; grid steps. */
  readonly texelSteps: number;
  /** Texture coordinates, 0–65535 along both sides, two per vertex; 0 for vertices without a picture. */
  readonly uvs: Uint16Array;
}

/** A connected piece of surface with the part of the picture it shows. */
interface Island extends Rectangle {
  readonly surface: TileSurface;
  /** The largest of the surface's pictures. */
  readonly picture: UnpackedPicture;
  minU: number;
  minV: number;
  maxU: number;
  maxV: number;
  width: number;
  height: number;
  /** Pixel of the picture's level at the rectangle's corner; may lie outside, where the picture wraps. */
  left: number;
  top: number;
  level: number;
}

// Texels around each island, so that filtering does not bleed into its neighbours.
const paddingPx = 2;

/**
 * Collects the pictures of a tile, one level lower for each level of the tile, and lower still until they fit.
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
  const { level: packedLevel, ...size } = packIslands(all, level, sidePxMax);
  const layers = copyLayers(all, size, pictures);
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
  return { ...size, level: packedLevel, texelSteps: measureTexel(mesh, islands), layers, uvs };
}

function measureTexel(
  { rows, indices, layout: { width, uv } }: TileMesh,
  islands: readonly (Island | undefined)[],
): number {
  let area = 0;
  let texels = 0;
  for (let at = 0; at < indices.length; at += 3) {
    const island = islands[indices[at]!];
    if (island === undefined) continue;
    const [a, b, c] = [indices[at]! * width, indices[at + 1]! * width, indices[at + 2]! * width];
    const edge = (to: number, axis: number) => rows[to + axis]! - rows[a + axis]!;
    const cross = (one: number, other: number) => edge(b, one) * edge(c, other) - edge(b, other) * edge(c, one);
    area += Math.hypot(cross(0, 1), cross(1, 2), cross(2, 0)) / 2;
    const side = (to: number, axis: number) => bitsToFloat(rows[to + uv + axis]!) - bitsToFloat(rows[a + uv + axis]!);
    const { widthPx, heightPx } = island.picture.level(island.level);
    texels += (Math.abs(side(b, 0) * side(c, 1) - side(b, 1) * side(c, 0)) / 2) * widthPx * heightPx;
  }
  return texels === 0 ? 0 : Math.sqrt(area / texels);
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
    const picture = surface.lead === undefined || surface.hasFiles ? undefined : pictures[surface.lead.index];
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

/** Chooses the level at which all islands fit, and packs them. */
function packIslands(
  islands: readonly Island[],
  level: number,
  sidePxMax: number,
): { widthPx: number; heightPx: number; level: number } {
  const levelMax = Math.max(...islands.map(({ picture }) => picture.levels.length - 1));
  for (let tried = level; ; tried++) {
    // Invalid coordinates can span thousands of repeats; such an island gets one texel.
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
      return { widthPx: width, heightPx: Math.min(sideMax, Math.max(4, (height + 3) & ~3)), level: tried };
    }
  }
}

function toPowerOfTwo(value: number): number {
  return 2 ** Math.max(2, Math.ceil(Math.log2(value)));
}

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

const flat = [128, 128, 255] as const;
const white = [255, 255, 255] as const;
const black = [0, 0, 0] as const;

function copyLayers(
  islands: readonly Island[],
  size: Size,
  pictures: readonly (UnpackedPicture | undefined)[],
): Atlas["layers"] {
  const layers: Partial<Record<AtlasLayerName, AtlasLayer>> = {};
  const based = islands.filter(({ surface }) => surface.picture !== undefined);
  if (based.length > 0) {
    const channels = based.some(({ surface }) => surface.style.alphaMode !== "OPAQUE") ? 4 : 3;
    layers.base = { channels, pixels: copyBase(based, size, pictures, channels) };
  }
  const addDetail = (
    name: AtlasLayerName,
    background: readonly [number, number, number],
    listParts: (surface: TileSurface) => readonly [SurfacePicture | undefined, readonly number[]][],
  ) => {
    let pixels: Uint8Array | undefined;
    for (const island of islands) {
      for (const [shown, channels] of listParts(island.surface)) {
        if (shown === undefined) continue;
        pixels ??= fill(size, background);
        resamplePicture(pictures[shown.index]!, shown.wrap, toArea(island), { pixels, channels: 3, ...size }, channels);
      }
    }
    if (pixels !== undefined) layers[name] = { channels: 3, pixels };
  };
  addDetail("normal", flat, ({ details }) => [[details.normal, [0, 1, 2]]]);
  addDetail("surface", white, ({ details }) => [
    [details.occlusion, [0]],
    [details.metallicRoughness, [1, 2]],
  ]);
  addDetail("emission", black, ({ details }) => [[details.emission, [0, 1, 2]]]);
  return layers;
}

function fill({ widthPx, heightPx }: Size, colour: readonly [number, number, number]): Uint8Array {
  const pixels = new Uint8Array(widthPx * heightPx * 3);
  pixels.set(colour);
  for (let filled = 3; filled < pixels.length; filled *= 2) pixels.copyWithin(filled, 0, filled);
  return pixels;
}

function toArea({ picture, level, left, top, width, height, x, y }: Island): ResampledArea {
  const { widthPx, heightPx } = picture.level(level);
  return { left, top, width, height, x, y, widthPx, heightPx };
}

function copyBase(
  islands: readonly Island[],
  size: Size,
  pictures: readonly (UnpackedPicture | undefined)[],
  channels: 3 | 4,
): Uint8Array {
  const pixels = new Uint8Array(size.widthPx * size.heightPx * channels);
  const pictureOf = ({ surface }: Island) => pictures[surface.picture!.index]!;
  fillWithAverage(pixels, islands.map(pictureOf), channels);
  const row = new Uint8Array(4 * 16_384 * 2);
  for (const island of islands) {
    const { level, left, top, width, height, x, y, surface } = island;
    const picture = pictureOf(island);
    const isOpaque = surface.style.alphaMode === "OPAQUE";
    if (picture !== island.picture) {
      const parts = isOpaque || picture.channels === 3 ? [0, 1, 2] : [0, 1, 2, 3];
      if (channels === 4 && parts.length === 3) fillAlpha(pixels, island, size.widthPx);
      resamplePicture(picture, surface.picture!.wrap, toArea(island), { pixels, channels, ...size }, parts);
      continue;
    }
    const { widthPx, heightPx } = picture.level(level);
    const [wrapU, wrapV] = surface.picture!.wrap;
    const isInside = left >= 0 && left + width <= widthPx;
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

function fillAlpha(pixels: Uint8Array, { x, y, width, height }: Rectangle, widthPx: number): void {
  for (let line = y; line < y + height; line++) {
    for (let column = x; column < x + width; column++) pixels[(line * widthPx + column) * 4 + 3] = 255;
  }
}

/**
 * Fills the gaps with the islands' average colour, so that no seams show at a distance, where filtering crosses gaps.
 */
function fillWithAverage(pixels: Uint8Array, pictures: readonly UnpackedPicture[], channels: 3 | 4): void {
  const texel = new Uint8Array(4);
  const sums = [0, 0, 0];
  for (const picture of pictures) {
    picture.readRow(picture.levels.length - 1, 0, 0, 1, texel, 0);
    for (let channel = 0; channel < 3; channel++) sums[channel]! += texel[channel]!;
  }
  const average = sums.map((sum) => Math.round(sum / pictures.length));
  pixels.set(average);
  if (channels === 4) pixels[3] = 255;
  for (let filled: number = channels; filled < pixels.length; filled *= 2) pixels.copyWithin(filled, 0, filled);
}
