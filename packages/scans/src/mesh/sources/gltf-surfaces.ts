import { z } from "zod";
import type { GltfJson } from "../gltf-json.ts";
import type { SourceSurface, TextureWrap } from "./mesh-source.ts";

/** A surface of a glTF with where its picture's coordinates come from. */
export interface GltfSurface extends SourceSurface {
  /** Number of the `TEXCOORD_n` that the picture reads. */
  readonly uvSet: number;
  readonly uvTransform: UvTransform | undefined;
}

/** KHR_texture_transform: scale, then rotation, then offset. */
export interface UvTransform {
  readonly offset: readonly [number, number];
  readonly scale: readonly [number, number];
  readonly rotation: number;
}

const pair = z.tuple([z.number(), z.number()]);
const transformSchema = z.object({
  offset: pair.default([0, 0]),
  scale: pair.default([1, 1]),
  rotation: z.number().default(0),
  texCoord: z.number().int().nonnegative().optional(),
});
const textureInfoSchema = z.object({
  index: z.number().int().nonnegative(),
  texCoord: z.number().int().nonnegative().default(0),
  extensions: z.record(z.string(), z.unknown()).optional(),
});
const specularGlossinessSchema = z.object({
  diffuseFactor: z.array(z.number()).optional(),
  diffuseTexture: z.unknown().optional(),
});

export const plainSurface: GltfSurface = {
  tint: [1, 1, 1, 1],
  emissive: [0, 0, 0],
  alphaMode: "OPAQUE",
  alphaCutoff: 0.5,
  isDoubleSided: false,
  isDeclaredUnlit: false,
  uvSet: 0,
  uvTransform: undefined,
};

/** The surfaces of a glTF's materials in their order, and one more for primitives that name none. */
export function listGltfSurfaces(json: GltfJson): GltfSurface[] {
  const surfaces = (json.materials ?? []).map((material) => toSurface(json, material));
  return [...surfaces, plainSurface];
}

function toSurface(json: GltfJson, material: NonNullable<GltfJson["materials"]>[number]): GltfSurface {
  const old = specularGlossinessSchema.safeParse(material.extensions?.KHR_materials_pbrSpecularGlossiness);
  const base = material.pbrMetallicRoughness ?? {};
  const factor = (old.success ? old.data.diffuseFactor : base.baseColorFactor) ?? [];
  const info = textureInfoSchema.safeParse(old.success ? old.data.diffuseTexture : base.baseColorTexture);
  const [red = 0, green = 0, blue = 0] = material.emissiveFactor ?? [];
  const surface = {
    tint: [factor[0] ?? 1, factor[1] ?? 1, factor[2] ?? 1, factor[3] ?? 1] as const,
    emissive: [red, green, blue] as const,
    alphaMode: material.alphaMode ?? "OPAQUE",
    alphaCutoff: material.alphaCutoff ?? 0.5,
    isDoubleSided: material.doubleSided ?? false,
    isDeclaredUnlit: material.extensions?.KHR_materials_unlit !== undefined,
  };
  if (!info.success) return { ...surface, uvSet: 0, uvTransform: undefined };
  const transform = transformSchema.safeParse(info.data.extensions?.KHR_texture_transform);
  return {
    ...surface,
    uvSet: (transform.success ? transform.data.texCoord : undefined) ?? info.data.texCoord,
    uvTransform: transform.success ? transform.data : undefined,
    picture: findPicture(json, info.data.index),
  };
}

function findPicture(json: GltfJson, at: number): SourceSurface["picture"] {
  const texture = json.textures?.[at];
  if (texture === undefined) return undefined;
  // The newer forms of a picture are extensions beside a fallback that is often missing.
  const sources = ["KHR_texture_basisu", "EXT_texture_webp", "EXT_texture_avif"].map(
    (name) => z.object({ source: z.number().int().nonnegative() }).safeParse(texture.extensions?.[name]).data?.source,
  );
  const index = texture.source ?? sources.find((source) => source !== undefined);
  if (index === undefined || index >= (json.images?.length ?? 0)) return undefined;
  const sampler = json.samplers?.[texture.sampler ?? -1];
  return { index, wrap: [toWrap(sampler?.wrapS), toWrap(sampler?.wrapT)] };
}

export function toWrap(mode: number | undefined): TextureWrap {
  return mode === 33071 ? "clamp" : mode === 33648 ? "mirror" : "repeat";
}

/** Applies a transform to coordinates in place. */
export function transformUv(uv: Float32Array, at: number, { offset, scale, rotation }: UvTransform): void {
  const u = uv[at]! * scale[0];
  const v = uv[at + 1]! * scale[1];
  const [cosine, sine] = [Math.cos(rotation), Math.sin(rotation)];
  uv[at] = u * cosine + v * sine + offset[0];
  uv[at + 1] = v * cosine - u * sine + offset[1];
}
