import { z } from "zod";
import type { GltfJson } from "../gltf-json.ts";
import { hasSpecularColour, type SpecularGlossiness, toBaseColour } from "../specular-glossiness.ts";
import {
  type DetailRole,
  listPictures,
  type SourceSurface,
  type SurfacePicture,
  type TextureWrap,
} from "./mesh-source.ts";

/** A surface of a glTF with the source of its texture coordinates. */
export interface GltfSurface extends SourceSurface {
  /** Number of the `TEXCOORD_n` set that the picture uses. */
  readonly uvSet: number;
  readonly uvTransform: UvTransform | undefined;
  /** The same of the pictures that use the second coordinates. */
  readonly second: TextureMapping | undefined;
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
  scale: z.number().default(1),
  strength: z.number().default(1),
  extensions: z.record(z.string(), z.unknown()).optional(),
});
const emissiveStrengthSchema = z.object({ emissiveStrength: z.number().nonnegative().default(1) });
const specularGlossinessSchema = z.object({
  diffuseFactor: z.array(z.number()).optional(),
  diffuseTexture: z.unknown().optional(),
  glossinessFactor: z.number().optional().catch(undefined),
  specularFactor: z.tuple([z.number(), z.number(), z.number()]).optional().catch(undefined),
  specularGlossinessTexture: z.unknown().optional(),
});

/** A picture merged from two pictures of a glTF: base colour, or roughness and metalness. */
export interface MergedPicture {
  readonly role: "base" | "gloss";
  /** Index among the pictures; merged ones follow those of the file. */
  readonly index: number;
  readonly diffuseImage: number | undefined;
  readonly specularImage: number;
  readonly factors: SpecularGlossiness;
  /** Factor of the gloss. */
  readonly glossiness: number;
}

export const plainSurface: GltfSurface = {
  tint: [1, 1, 1, 1],
  emissive: [0, 0, 0],
  roughness: 1,
  metalness: 0,
  normalScale: 1,
  occlusionStrength: 1,
  details: {},
  alphaMode: "OPAQUE",
  alphaCutoff: 0.5,
  isDoubleSided: false,
  isDeclaredUnlit: false,
  uvSet: 0,
  uvTransform: undefined,
  second: undefined,
};

/** The surfaces of a glTF's materials in order, plus one for primitives without a material. */
export function listGltfSurfaces(json: GltfJson): {
  surfaces: GltfSurface[];
  merged: MergedPicture[];
  /** A texture of a surface has no image. */
  isPictureMissing: boolean;
} {
  const merged: MergedPicture[] = [];
  let isPictureMissing = false;
  const surfaces = (json.materials ?? []).map((material) => {
    const surface = toSurface(json, material, () => {
      isPictureMissing = true;
    });
    return withSpecularColour(json, material, surface, (picture) => {
      const index = (json.images?.length ?? 0) + merged.length;
      merged.push({ ...picture, index });
      return index;
    });
  });
  return { surfaces: [...surfaces, plainSurface], merged, isPictureMissing };
}

/** Metals in KHR_materials_pbrSpecularGlossiness store their colour in the specular part. */
function withSpecularColour(
  json: GltfJson,
  material: GltfMaterial,
  surface: GltfSurface,
  merge: (picture: Omit<MergedPicture, "index">) => number,
): GltfSurface {
  const old = specularGlossinessSchema.safeParse(material.extensions?.KHR_materials_pbrSpecularGlossiness).data;
  if (old === undefined) return surface;
  const specularInfo = textureInfoSchema.safeParse(old.specularGlossinessTexture).data;
  const specularPicture = specularInfo === undefined ? undefined : findPicture(json, specularInfo.index);
  const [red, green, blue, alpha] = surface.tint;
  const diffuse = [red, green, blue] as const;
  const hasPicture = surface.picture !== undefined;
  if (!hasSpecularColour(old.specularFactor, specularPicture !== undefined, diffuse, hasPicture)) return surface;
  const factors = { diffuse, specular: old.specularFactor ?? ([1, 1, 1] as const) };
  if (specularInfo === undefined || specularPicture === undefined) {
    // A picture alone can't say where its surface is metal.
    return hasPicture ? surface : { ...surface, tint: [...toBaseColour(factors), alpha] };
  }
  const mapping = toTextureMapping(specularInfo);
  if (
    (listPictures(surface).length > 0 && !isSameMapping(mapping, surface)) ||
    [surface.picture?.index, specularPicture.index].some((at) => json.images?.[at ?? -1]?.mimeType === "image/ktx2")
  ) {
    return surface;
  }
  const images = { diffuseImage: surface.picture?.index, specularImage: specularPicture.index };
  const both = { ...images, factors, glossiness: toShare(old.glossinessFactor ?? 1) };
  const { wrap } = surface.picture ?? specularPicture;
  const base = { index: merge({ role: "base", ...both }), wrap };
  const shown = { ...surface, ...mapping, tint: [1, 1, 1, alpha] as const, picture: base };
  if (surface.isDeclaredUnlit) return shown;
  const gloss = { index: merge({ role: "gloss", ...both }), wrap };
  return { ...shown, roughness: 1, metalness: 1, details: { ...surface.details, metallicRoughness: gloss } };
}

type GltfMaterial = NonNullable<GltfJson["materials"]>[number];

function toSurface(json: GltfJson, material: GltfMaterial, onMissing: () => void): GltfSurface {
  const find = (index: number) => {
    const picture = findPicture(json, index);
    if (picture === undefined) onMissing();
    return picture;
  };
  const old = specularGlossinessSchema.safeParse(material.extensions?.KHR_materials_pbrSpecularGlossiness);
  const base = material.pbrMetallicRoughness ?? {};
  const factor = (old.success ? old.data.diffuseFactor : base.baseColorFactor) ?? [];
  const info = textureInfoSchema.safeParse(old.success ? old.data.diffuseTexture : base.baseColorTexture);
  const [red = 0, green = 0, blue = 0] = material.emissiveFactor ?? [];
  const { emissiveStrength: strength } = emissiveStrengthSchema
    .catch({ emissiveStrength: 1 })
    .parse(material.extensions?.KHR_materials_emissive_strength);
  const normal = textureInfoSchema.safeParse(material.normalTexture).data;
  const occlusion = textureInfoSchema.safeParse(material.occlusionTexture).data;
  const emission = textureInfoSchema.safeParse(material.emissiveTexture).data;
  const metallicRoughness = old.success ? undefined : textureInfoSchema.safeParse(base.metallicRoughnessTexture).data;
  const surface = {
    tint: [factor[0] ?? 1, factor[1] ?? 1, factor[2] ?? 1, factor[3] ?? 1] as const,
    emissive: [red * strength, green * strength, blue * strength] as const,
    roughness: toShare(base.roughnessFactor ?? 1),
    metalness: old.success ? 0 : toShare(base.metallicFactor ?? (isGlossDeclared(base) ? 1 : 0)),
    normalScale: normal?.scale ?? 1,
    occlusionStrength: toShare(occlusion?.strength ?? 1),
    alphaMode: material.alphaMode ?? "OPAQUE",
    alphaCutoff: material.alphaCutoff ?? 0.5,
    isDoubleSided: material.doubleSided ?? false,
    isDeclaredUnlit: material.extensions?.KHR_materials_unlit !== undefined,
  };
  const declared = { normal, metallicRoughness, occlusion, emission };
  const first = info.data ?? normal ?? metallicRoughness ?? occlusion ?? emission;
  const mapping = first === undefined ? { uvSet: 0, uvTransform: undefined } : toTextureMapping(first);
  const details: Partial<Record<DetailRole, SurfacePicture>> = {};
  const second = findSecondMapping(
    mapping,
    detailRoles.flatMap((role) => (declared[role] === undefined ? [] : [toTextureMapping(declared[role])])),
  );
  for (const role of detailRoles) {
    const one = declared[role];
    if (one === undefined || surface.isDeclaredUnlit) continue;
    const usesSecondUvs = !isSameMapping(toTextureMapping(one), mapping);
    if (usesSecondUvs && (second === undefined || !isSameMapping(toTextureMapping(one), second))) continue;
    const picture = find(one.index);
    if (picture !== undefined) details[role] = usesSecondUvs ? { ...picture, usesSecondUvs } : picture;
  }
  return {
    ...surface,
    // Without its picture, the whole surface would glow.
    emissive: emission !== undefined && details.emission === undefined ? [0, 0, 0] : surface.emissive,
    ...mapping,
    second,
    picture: info.success ? find(info.data.index) : undefined,
    details,
  };
}

/**
 * glTF's default metallic factor is 1. A writer that omitted all about gloss never meant metal; one that declared the
 * roughness meant the default.
 */
export function isGlossDeclared(
  surface: Readonly<Partial<Record<"roughnessFactor" | "metallicRoughnessTexture", unknown>>>,
): boolean {
  return surface.roughnessFactor !== undefined || surface.metallicRoughnessTexture !== undefined;
}

const toShare = (value: number) => Math.min(1, Math.max(0, value));

export const detailRoles = ["normal", "metallicRoughness", "occlusion", "emission"] as const;

/** Whether two pictures use the same texture coordinates. */
export function isSameMapping(one: TextureMapping, other: TextureMapping): boolean {
  return one.uvSet === other.uvSet && JSON.stringify(one.uvTransform) === JSON.stringify(other.uvTransform);
}

/** The first of the mappings that differs from the surface's own. */
export function findSecondMapping(
  mapping: TextureMapping,
  others: readonly TextureMapping[],
): TextureMapping | undefined {
  return others.find((other) => !isSameMapping(other, mapping));
}

export type TextureMapping = Pick<GltfSurface, "uvSet" | "uvTransform">;

function toTextureMapping(info: z.infer<typeof textureInfoSchema>): TextureMapping {
  const transform = transformSchema.safeParse(info.extensions?.KHR_texture_transform).data;
  return { uvSet: transform?.texCoord ?? info.texCoord, uvTransform: transform };
}

function findPicture(json: GltfJson, at: number): SourceSurface["picture"] {
  const texture = json.textures?.[at];
  if (texture === undefined) return undefined;
  // Newer picture formats are extensions beside a fallback that is often missing.
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
