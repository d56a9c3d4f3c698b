import sharp from "sharp";
import type { TextureWrap } from "../sources/mesh-source.ts";
import { buildAtlas } from "./build-atlas.ts";
import { bitsToFloat, unpackChannel, unpackNormal } from "./corner-layout.ts";
import { encodeGlb, type GlbPrimitive } from "./encode-glb.ts";
import type { Grid } from "./grid.ts";
import type { UnpackedPicture } from "./picture-store.ts";
import type { TileMesh } from "./tile-mesh.ts";
import type { TileSurface } from "./tile-surfaces.ts";

/** Everything tiles need besides their triangles. */
export interface TileLooks {
  readonly grid: Grid;
  readonly surfaces: readonly TileSurface[];
  readonly pictures: readonly (UnpackedPicture | undefined)[];
  /** The address, relative to a tile, of a picture that is delivered on its own because it repeats. */
  readonly sharedPictures: ReadonlyMap<number, string>;
}

const atlasQuality = 80;
const wrapModes: Readonly<Record<TextureWrap, number>> = { repeat: 10497, clamp: 33071, mirror: 33648 };

/**
 * A tile as a GLB.
 * @param level how many times the pictures are halved
 * @param atlasSidePxMax largest side of the tile's own picture
 */
export async function encodeTile(
  mesh: TileMesh,
  { grid, surfaces, pictures, sharedPictures }: TileLooks,
  level: number,
  atlasSidePxMax: number,
): Promise<Uint8Array> {
  const atlasPictures = pictures.map((picture, at) => (sharedPictures.has(at) ? undefined : picture));
  const atlas = mesh.layout.uv < 0 ? undefined : buildAtlas(mesh, surfaces, atlasPictures, level, atlasSidePxMax);
  // Started before the geometry is packed: it runs on another core.
  const encodingAtlas =
    atlas === undefined
      ? undefined
      : sharp(atlas.pixels, { raw: { width: atlas.widthPx, height: atlas.heightPx, channels: atlas.channels } })
          .webp({ quality: atlasQuality, effort: 2 })
          .toBuffer();
  const primitives = [...groupTriangles(mesh, surfaces, atlasPictures, sharedPictures)].map(
    ({ surface, kind, triangles }): GlbPrimitive => {
      const { vertices, indices } = gather(mesh, triangles);
      const picture =
        kind === "plain" ? undefined : toPicture(mesh, vertices, surface, kind, atlas?.uvs, sharedPictures);
      return { style: surface.style, indices, ...toAttributes(mesh, vertices, surface), picture };
    },
  );
  return encodeGlb({ primitives, step: grid.step, atlas: await encodingAtlas });
}

type PictureKind = "atlas" | "file" | "plain";

interface TriangleGroup {
  readonly surface: TileSurface;
  readonly kind: PictureKind;
  /** Corners, three a triangle. */
  readonly triangles: number[];
}

/** Triangles that can be drawn with one material. */
function groupTriangles(
  { rows, indices, layout }: TileMesh,
  surfaces: readonly TileSurface[],
  atlasPictures: readonly (UnpackedPicture | undefined)[],
  sharedPictures: ReadonlyMap<number, string>,
): Iterable<TriangleGroup> {
  const bySurface = new Map<number, TriangleGroup>();
  const byKey = new Map<string, TriangleGroup>();
  for (let at = 0; at < indices.length; at += 3) {
    const number = rows[indices[at]! * layout.width + layout.surface]!;
    let group = bySurface.get(number);
    if (group === undefined) {
      const surface = surfaces[number]!;
      const { picture } = surface;
      let kind: PictureKind = "plain";
      if (picture !== undefined && layout.uv >= 0) {
        if (sharedPictures.has(picture.index)) kind = "file";
        else if (atlasPictures[picture.index] !== undefined) kind = "atlas";
      }
      const key = JSON.stringify([surface.style, kind, kind === "file" ? surface.picture : null]);
      group = byKey.get(key);
      if (group === undefined) {
        group = { surface, kind, triangles: [] };
        byKey.set(key, group);
      }
      bySurface.set(number, group);
    }
    group.triangles.push(indices[at]!, indices[at + 1]!, indices[at + 2]!);
  }
  return byKey.values();
}

function gather(mesh: TileMesh, triangles: readonly number[]): { vertices: number[]; indices: Uint32Array } {
  const numbers = new Int32Array(mesh.rows.length / mesh.layout.width).fill(-1);
  const vertices: number[] = [];
  const indices = new Uint32Array(triangles.length);
  for (const [at, vertex] of triangles.entries()) {
    if (numbers[vertex]! < 0) numbers[vertex] = vertices.push(vertex) - 1;
    indices[at] = numbers[vertex]!;
  }
  return { vertices, indices };
}

function toAttributes({ rows, layout }: TileMesh, vertices: readonly number[], { style }: TileSurface) {
  const { width, normal, colour } = layout;
  const positions = new Int32Array(vertices.length * 3);
  const normals = normal < 0 || style.isUnlit ? undefined : new Int8Array(vertices.length * 3);
  const colours = new Uint16Array(vertices.length * 4);
  let isWhite = true;
  for (const [at, vertex] of vertices.entries()) {
    const from = vertex * width;
    for (const axis of [0, 1, 2] as const) {
      positions[at * 3 + axis] = rows[from + axis]!;
      if (normals !== undefined) normals[at * 3 + axis] = unpackNormal(rows[from + normal]!, axis);
    }
    if (colour < 0) continue;
    for (let channel = 0; channel < 4; channel++) {
      const value = unpackChannel(rows, from + colour, channel);
      colours[at * 4 + channel] = value;
      if (value !== 65_535) isWhite = false;
    }
  }
  return { positions, normals, colours: isWhite ? undefined : colours };
}

function toPicture(
  { rows, layout }: TileMesh,
  vertices: readonly number[],
  surface: TileSurface,
  kind: "atlas" | "file",
  atlasUvs: Uint16Array | undefined,
  sharedPictures: ReadonlyMap<number, string>,
): NonNullable<GlbPrimitive["picture"]> {
  if (kind === "atlas") {
    const uvs = new Uint16Array(vertices.length * 2);
    for (const [at, vertex] of vertices.entries()) {
      uvs[at * 2] = atlasUvs![vertex * 2]!;
      uvs[at * 2 + 1] = atlasUvs![vertex * 2 + 1]!;
    }
    return { kind, uvs };
  }
  const uvs = new Float32Array(vertices.length * 2);
  for (const [at, vertex] of vertices.entries()) {
    uvs[at * 2] = bitsToFloat(rows[vertex * layout.width + layout.uv]!);
    uvs[at * 2 + 1] = bitsToFloat(rows[vertex * layout.width + layout.uv + 1]!);
  }
  const { index, wrap } = surface.picture!;
  return { kind, uvs, uri: sharedPictures.get(index)!, wrap: [wrapModes[wrap[0]], wrapModes[wrap[1]]] };
}
