import sharp, { type WebpOptions } from "sharp";
import { detailRoles } from "../sources/gltf-surfaces.ts";
import { hasSecondUvs, type TextureWrap } from "../sources/mesh-source.ts";
import { type Atlas, type AtlasLayerName, atlasLayerNames, buildAtlas } from "./build-atlas.ts";
import { bitsToFloat, unpackChannel, unpackNormal, unpackOpenness } from "./corner-layout.ts";
import { encodeGlb, type GlbMaps, type GlbPrimitive, type GlbTile } from "./encode-glb.ts";
import type { Grid } from "./grid.ts";
import type { UnpackedPicture } from "./picture-store.ts";
import { exactWebp } from "./share-pictures.ts";
import type { TileMesh } from "./tile-mesh.ts";
import type { TileSurface } from "./tile-surfaces.ts";
import { computeTangents, isMirrored } from "./vertex-tangents.ts";

/** Everything that tiles need besides their triangles. */
export interface TileLooks {
  readonly grid: Grid;
  readonly surfaces: readonly TileSurface[];
  readonly pictures: readonly (UnpackedPicture | undefined)[];
  /** URL, relative to a tile, of a picture that is delivered separately because it repeats. */
  readonly sharedPictures: ReadonlyMap<number, string>;
}

/** Of pictures as fine as the file's. */
const fineWebp: WebpOptions = { quality: 89, smartSubsample: true };
/** Of halved ones, which are seen from afar or for a moment. */
const halvedWebp: WebpOptions = { quality: 80 };
/** Share of light that reaches the deepest corner: some always comes by way of other surfaces. */
const darkest = 0.35;
/** Finer ones can't be told apart, and would take more room. */
const shades = 51;
const wrapModes: Readonly<Record<TextureWrap, number>> = { repeat: 10497, clamp: 33071, mirror: 33648 };

export interface EncodedTile {
  /** A GLB. */
  readonly bytes: Uint8Array;
  /** Size of the details lost by halving the pictures, metres: one texel. 0 if they are not halved. */
  readonly textureErrorM: number;
}

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
): Promise<EncodedTile> {
  const atlas = mesh.layout.uv < 0 ? undefined : buildAtlas(mesh, surfaces, pictures, level, atlasSidePxMax);
  // Started before packing the geometry: it runs on another core.
  const encodingAtlas = encodeLayers(atlas);
  const primitives = [...groupTriangles(mesh, surfaces)].map(({ surface, kind, triangles }): GlbPrimitive => {
    const relief = kind === "plain" ? undefined : surface.details.normal;
    // Tangents follow the coordinates of the normal picture.
    const reliefMesh = relief?.usesSecondUvs === true ? withSecondUvs(mesh) : mesh;
    const { vertices, indices } = gather(reliefMesh, triangles, relief !== undefined);
    const tangents = relief === undefined ? undefined : computeTangents(reliefMesh, vertices, indices);
    const picture = kind === "plain" ? undefined : toPicture(mesh, vertices, surface, kind, atlas?.uvs, sharedPictures);
    return { style: surface.style, indices, ...toAttributes(mesh, vertices, surface), tangents, picture };
  });
  return {
    bytes: await encodeGlb({ primitives, step: grid.step, atlas: await encodingAtlas }),
    textureErrorM: atlas === undefined || atlas.level === 0 ? 0 : atlas.texelSteps * grid.step,
  };
}

function withSecondUvs(mesh: TileMesh): TileMesh {
  return { ...mesh, layout: { ...mesh.layout, uv: mesh.layout.secondUv } };
}

/** The layers of an atlas as WebP. */
async function encodeLayers(atlas: Atlas | undefined): Promise<GlbTile["atlas"]> {
  const encoded: Partial<Record<AtlasLayerName, Uint8Array>> = {};
  await Promise.all(
    atlasLayerNames.map(async (name) => {
      const layer = atlas?.layers[name];
      if (atlas === undefined || layer === undefined) return;
      const isMeasured = name === "normal" || name === "surface";
      const options = isMeasured ? exactWebp : atlas.level === 0 ? fineWebp : halvedWebp;
      encoded[name] = await sharp(layer.pixels, {
        raw: { width: atlas.widthPx, height: atlas.heightPx, channels: layer.channels },
      })
        .webp({ ...options, effort: 2 })
        .toBuffer();
    }),
  );
  return encoded;
}

type PictureKind = "atlas" | "file" | "plain";

interface TriangleGroup {
  readonly surface: TileSurface;
  readonly kind: PictureKind;
  /** Corners, three per triangle. */
  readonly triangles: number[];
}

/** Triangles that one material can draw. */
function groupTriangles(
  { rows, indices, layout }: TileMesh,
  surfaces: readonly TileSurface[],
): Iterable<TriangleGroup> {
  const bySurface = new Map<number, TriangleGroup>();
  const byKey = new Map<string, TriangleGroup>();
  for (let at = 0; at < indices.length; at += 3) {
    const number = rows[indices[at]! * layout.width + layout.surface]!;
    let group = bySurface.get(number);
    if (group === undefined) {
      const surface = surfaces[number]!;
      const { lead, hasFiles, picture, details } = surface;
      const kind: PictureKind = lead === undefined || layout.uv < 0 ? "plain" : hasFiles ? "file" : "atlas";
      const shown = {
        file: [picture, details],
        atlas: [picture !== undefined, Object.keys(details)],
        plain: null,
      };
      const key = JSON.stringify([surface.style, kind, shown[kind]]);
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

/** @param splitsMirrored gives separate vertices to triangles that show their picture mirrored */
function gather(
  mesh: TileMesh,
  triangles: readonly number[],
  splitsMirrored: boolean,
): { vertices: number[]; indices: Uint32Array } {
  const numbers = new Int32Array((mesh.rows.length / mesh.layout.width) * (splitsMirrored ? 2 : 1)).fill(-1);
  const vertices: number[] = [];
  const indices = new Uint32Array(triangles.length);
  const shown = { ...mesh, indices: splitsMirrored ? Uint32Array.from(triangles) : mesh.indices };
  for (const [at, vertex] of triangles.entries()) {
    const key = splitsMirrored ? vertex * 2 + Number(isMirrored(shown, at - (at % 3))) : vertex;
    if (numbers[key]! < 0) numbers[key] = vertices.push(vertex) - 1;
    indices[at] = numbers[key]!;
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
    const openness = normals === undefined ? undefined : unpackOpenness(rows[from + normal]!);
    const light = openness === undefined ? 1 : Math.round((darkest + (1 - darkest) * openness) * shades) / shades;
    for (let channel = 0; channel < 4; channel++) {
      const own = colour < 0 ? 65_535 : unpackChannel(rows, from + colour, channel);
      const value = channel < 3 ? Math.round(own * light) : own;
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
  const { picture, details } = surface;
  if (kind === "atlas") {
    const uvs = new Uint16Array(vertices.length * 2);
    for (const [at, vertex] of vertices.entries()) {
      uvs[at * 2] = atlasUvs![vertex * 2]!;
      uvs[at * 2 + 1] = atlasUvs![vertex * 2 + 1]!;
    }
    const maps: GlbMaps = {};
    if (picture !== undefined) maps.base = "base";
    if (details.normal !== undefined) maps.normal = "normal";
    if (details.metallicRoughness !== undefined) maps.metallicRoughness = "surface";
    if (details.occlusion !== undefined) maps.occlusion = "surface";
    if (details.emission !== undefined) maps.emission = "emission";
    return { kind, uvs, maps };
  }
  const readUvs = (offset: number) =>
    Float32Array.from({ length: vertices.length * 2 }, (_, at) =>
      bitsToFloat(rows[vertices[at >> 1]! * layout.width + offset + (at & 1)]!),
    );
  const maps: GlbMaps = {};
  for (const role of ["base", ...detailRoles] as const) {
    const shown = role === "base" ? picture : details[role];
    if (shown === undefined) continue;
    const { index, wrap, usesSecondUvs } = shown;
    const texCoord = usesSecondUvs === true ? 1 : 0;
    maps[role] = { uri: sharedPictures.get(index)!, wrap: [wrapModes[wrap[0]], wrapModes[wrap[1]]], texCoord };
  }
  const secondUvs = hasSecondUvs(surface) ? readUvs(layout.secondUv) : undefined;
  return { kind, uvs: readUvs(layout.uv), secondUvs, maps };
}
