import type { Texture } from "@gltf-transform/core";
import type { Transform as TextureTransform } from "@gltf-transform/extensions";
import sharp from "sharp";
import type { PreviewTexture, PreviewTriangles } from "../preview/draw-triangles.ts";
import { type Preview, renderPointsPreview, renderTrianglesPreview } from "../preview/render-preview.ts";
import { toSrgbByte } from "./mesh-scene.ts";
import type { MeshGroup } from "./settle-mesh.ts";

const texturePixelsMax = 16_000_000;
const textureSidePxMax = 1024;

/** Draws the settled mesh, or its points when it has no faces. Textures must already be WebP. */
export async function renderMeshPreview(groups: readonly MeshGroup[]): Promise<Preview> {
  const surfaces = groups.filter((group) => group.indices !== undefined);
  if (surfaces.length === 0) {
    const positions = concatenate(groups.map((group) => group.positions));
    const isColoured = groups.every((group) => group.colours !== undefined);
    const colours = isColoured ? concatenateBytes(groups.map((group) => toBytes(group.colours!))) : undefined;
    return renderPointsPreview({ positions, colours });
  }
  const textures = new Map<Texture, PreviewTexture>();
  const distinct = new Set(surfaces.flatMap((group) => group.material.getBaseColorTexture() ?? []));
  const sidePx = Math.min(textureSidePxMax, Math.floor(Math.sqrt(texturePixelsMax / Math.max(1, distinct.size))));
  for (const texture of distinct) {
    const decoded = await decode(texture, sidePx);
    if (decoded !== undefined) textures.set(texture, decoded);
  }
  return renderTrianglesPreview(surfaces.map((group) => toPreviewTriangles(group, textures)));
}

async function decode(texture: Texture, sidePx: number): Promise<PreviewTexture | undefined> {
  const image = texture.getImage();
  if (image === null) return undefined;
  const { data, info } = await sharp(image)
    .resize(sidePx, sidePx, { fit: "inside", withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { widthPx: info.width, heightPx: info.height, rgba: new Uint8Array(data) };
}

function toPreviewTriangles(group: MeshGroup, textures: ReadonlyMap<Texture, PreviewTexture>): PreviewTriangles {
  const { material } = group;
  const source = material.getBaseColorTexture();
  const texture = source === null ? undefined : textures.get(source);
  const info = material.getBaseColorTextureInfo();
  const uvs = group.uvSets.get(info?.getTexCoord() ?? 0);
  const transform = info?.getExtension<TextureTransform>("KHR_texture_transform") ?? null;
  const [red, green, blue] = material.getBaseColorFactor();
  const isWhite = red === 1 && green === 1 && blue === 1;
  return {
    positions: group.positions,
    indices: group.indices,
    normals: group.normals,
    colours: group.colours === undefined ? undefined : toBytes(group.colours),
    ...(texture !== undefined && uvs !== undefined ? { texture, uvs: placeUvs(uvs, transform) } : {}),
    // Plain white is what a material without a colour says; plaster shows its shape better on paper.
    baseColour: isWhite ? undefined : [toSrgbByte(red), toSrgbByte(green), toSrgbByte(blue)],
    isUnlit: group.isUnlit,
    isDoubleSided: material.getDoubleSided(),
  };
}

function placeUvs(uvs: Float32Array, transform: TextureTransform | null): Float32Array {
  if (transform === null) return uvs;
  const [offsetU, offsetV] = transform.getOffset();
  const [scaleU, scaleV] = transform.getScale();
  const [cosine, sine] = [Math.cos(transform.getRotation()), Math.sin(transform.getRotation())];
  const placed = new Float32Array(uvs.length);
  for (let at = 0; at < uvs.length; at += 2) {
    const u = uvs[at]! * scaleU;
    const v = uvs[at + 1]! * scaleV;
    placed[at] = u * cosine + v * sine + offsetU;
    placed[at + 1] = v * cosine - u * sine + offsetV;
  }
  return placed;
}

function toBytes(linearRgba: Float32Array): Uint8Array {
  const bytes = new Uint8Array((linearRgba.length / 4) * 3);
  for (let vertex = 0; vertex < bytes.length / 3; vertex++) {
    for (let channel = 0; channel < 3; channel++) {
      bytes[vertex * 3 + channel] = toSrgbByte(linearRgba[vertex * 4 + channel]!);
    }
  }
  return bytes;
}

function concatenate(arrays: readonly Float32Array[]): Float32Array {
  const result = new Float32Array(arrays.reduce((sum, array) => sum + array.length, 0));
  let at = 0;
  for (const array of arrays) {
    result.set(array, at);
    at += array.length;
  }
  return result;
}

function concatenateBytes(arrays: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(arrays));
}
