import type { Accessor, Primitive, Texture } from "@gltf-transform/core";
import sharp from "sharp";
import type { PreviewTexture, PreviewTriangles } from "../../preview/draw-triangles.ts";
import { type Preview, renderTrianglesPreview } from "../../preview/render-preview.ts";
import { transformPoint } from "../matrix.ts";
import { toSrgbByte } from "../mesh-scene.ts";
import type { TileNode } from "./build-tiles.ts";
import { readTile } from "./read-tile.ts";

// More detail is not visible in a 640 × 400 picture.
const trianglesMax = 150_000;
const tilesMax = 24;
const texturePixelsMax = 16_000_000;

/** Renders the scan from its delivered tiles, only as finely as a small picture needs. */
export async function renderTilesPreview(outputDir: string, root: TileNode): Promise<Preview> {
  const nodes = chooseNodes(root);
  const sidePx = Math.min(1024, Math.floor(Math.sqrt(texturePixelsMax / nodes.length)));
  const parts: PreviewTriangles[] = [];
  for (const node of nodes) {
    const document = await readTile(outputDir, (await node.written).path);
    const matrix = document.getRoot().listNodes()[0]!.getWorldMatrix();
    for (const primitive of document.getRoot().listMeshes()[0]!.listPrimitives()) {
      parts.push(await toPreviewTriangles(primitive, matrix, sidePx));
    }
  }
  return renderTrianglesPreview(parts);
}

/** Tiles that together cover everything, refined where that adds the fewest triangles. */
function chooseNodes(root: TileNode): TileNode[] {
  let chosen = [root];
  for (;;) {
    const next = chosen.flatMap((node) => (node.children.length === 0 ? [node] : node.children));
    const triangles = next.reduce((sum, node) => sum + node.triangles, 0);
    const isBare = chosen.some((node) => node.isCoarse);
    if (next.length === chosen.length && next.every((node, at) => node === chosen[at])) return chosen;
    // Vertex colours alone make a poor picture: the first level with pictures is used at any cost.
    if (!isBare && (triangles > trianglesMax || next.length > tilesMax)) return chosen;
    if (next.length > tilesMax * 8) return chosen;
    chosen = next;
  }
}

async function toPreviewTriangles(
  primitive: Primitive,
  matrix: readonly number[],
  sidePx: number,
): Promise<PreviewTriangles> {
  const position = primitive.getAttribute("POSITION")!;
  const positions = new Float32Array(position.getCount() * 3);
  const element = [0, 0, 0, 0];
  for (let vertex = 0; vertex < position.getCount(); vertex++) {
    position.getElement(vertex, element);
    positions.set(transformPoint(matrix, element[0]!, element[1]!, element[2]!), vertex * 3);
  }
  const material = primitive.getMaterial()!;
  const texture = material.getBaseColorTexture();
  const uv = primitive.getAttribute("TEXCOORD_0");
  const colour = primitive.getAttribute("COLOR_0");
  const normal = primitive.getAttribute("NORMAL");
  const isUnlit = material.getExtension("KHR_materials_unlit") !== null;
  const colours = colour === null ? undefined : toBytes(readFloats(colour, 4));
  return {
    positions,
    indices: Uint32Array.from(primitive.getIndices()!.getArray()!),
    normals: normal === null ? undefined : readFloats(normal, 3),
    // The picture draws creases itself: surfaces that are only shaded stay plaster.
    colours: colours !== undefined && !isUnlit && isShade(colours) ? undefined : colours,
    ...(texture !== null && uv !== null ? { texture: await decode(texture, sidePx), uvs: readFloats(uv, 2) } : {}),
    isUnlit,
    isDoubleSided: material.getDoubleSided(),
  };
}

function readFloats(accessor: Accessor, size: number): Float32Array {
  const values = new Float32Array(accessor.getCount() * size);
  const element: number[] = [];
  for (let at = 0; at < accessor.getCount(); at++) {
    accessor.getElement(at, element);
    for (let value = 0; value < size; value++) values[at * size + value] = element[value]!;
  }
  return values;
}

async function decode(texture: Texture, sidePx: number): Promise<PreviewTexture> {
  const { data, info } = await sharp(texture.getImage()!)
    .resize(sidePx, sidePx, { fit: "inside", withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { widthPx: info.width, heightPx: info.height, rgba: new Uint8Array(data) };
}

/** Whether colours are shades of white. */
function isShade(rgb: Uint8Array): boolean {
  let brightest = 0;
  for (let at = 0; at < rgb.length; at += 3) {
    if (rgb[at] !== rgb[at + 1] || rgb[at] !== rgb[at + 2]) return false;
    brightest = Math.max(brightest, rgb[at]!);
  }
  return brightest === 255;
}

function toBytes(linearRgba: Float32Array): Uint8Array {
  const bytes = new Uint8Array((linearRgba.length / 4) * 3);
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = toSrgbByte(linearRgba[Math.floor(at / 3) * 4 + (at % 3)]!);
  }
  return bytes;
}
