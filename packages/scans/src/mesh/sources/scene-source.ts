import type { Material, Texture, TextureInfo } from "@gltf-transform/core";
import type { EmissiveStrength, Transform } from "@gltf-transform/extensions";
import type { MeshPart, MeshScene } from "../mesh-scene.ts";
import {
  detailRoles,
  findSecondMapping,
  isSameMapping,
  type TextureMapping,
  toWrap,
  transformUv,
} from "./gltf-surfaces.ts";
import type { DetailRole, MeshSource, SourcePicture, SourceSurface, SurfacePicture } from "./mesh-source.ts";
import { breathe, TriangleBatcher } from "./triangle-batcher.ts";

/** A mesh that had to be decoded into memory entirely, such as compressed glTF. */
export function toMeshSource(scene: MeshScene): MeshSource {
  const materials = [...new Set(scene.parts.map((part) => part.material))];
  const textures = [...new Set(materials.flatMap((material) => listMaps(material).map(({ texture }) => texture)))];
  const surfaces = materials.map((material) => toSurface(material, textures));
  const solid = scene.parts.filter((part) => part.indices !== undefined && part.indices.length >= 3);
  const total = solid.reduce((sum, part) => sum + part.indices!.length / 3, 0);
  return {
    surfaces,
    pictures: textures.map(toPicture),
    upAxis: scene.upAxis,
    usualUpAxis: scene.usualUpAxis,
    unit: scene.unit,
    warnings: scene.warnings,
    points: gatherPoints(scene.parts.filter((part) => part.indices === undefined)),
    readTriangles: async (onTriangles, onFraction) => {
      const batcher = new TriangleBatcher(onTriangles);
      let done = 0;
      for (const part of solid) {
        await readPart(part, materials.indexOf(part.material), batcher);
        done += part.indices!.length / 3;
        onFraction(done / total);
      }
      batcher.flush();
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

interface MaterialMap {
  readonly role: DetailRole | "base";
  readonly texture: Texture;
  readonly info: TextureInfo;
  readonly usesSecondUvs: boolean;
}

/** The pictures of a material that the surface shows: base colour first. They are mapped in two ways at most. */
function listMaps(material: Material): MaterialMap[] {
  const isUnlit = material.getExtension("KHR_materials_unlit") !== null;
  const isOld = material.getExtension("KHR_materials_pbrSpecularGlossiness") !== null;
  const all: Record<MaterialMap["role"], readonly [Texture | null, TextureInfo | null]> = {
    base: [material.getBaseColorTexture(), material.getBaseColorTextureInfo()],
    normal: [material.getNormalTexture(), material.getNormalTextureInfo()],
    metallicRoughness: isOld
      ? [null, null]
      : [material.getMetallicRoughnessTexture(), material.getMetallicRoughnessTextureInfo()],
    occlusion: [material.getOcclusionTexture(), material.getOcclusionTextureInfo()],
    emission: [material.getEmissiveTexture(), material.getEmissiveTextureInfo()],
  };
  const maps = (isUnlit ? (["base"] as const) : (["base", ...detailRoles] as const)).flatMap((role) => {
    const [texture, info] = all[role];
    return texture === null || info === null ? [] : [{ role, texture, info }];
  });
  const { mapping, second } = toMappings(maps);
  return maps.flatMap((map) => {
    const own = toMapping(map.info);
    const usesSecondUvs = !isSameMapping(own, mapping!);
    return usesSecondUvs && !isSameMapping(own, second!) ? [] : [{ ...map, usesSecondUvs }];
  });
}

function toMappings(maps: readonly Pick<MaterialMap, "info">[]) {
  const [mapping, ...others] = maps.map(({ info }) => toMapping(info));
  return { mapping, second: mapping === undefined ? undefined : findSecondMapping(mapping, others) };
}

function toMapping(info: TextureInfo): TextureMapping {
  const transform = info.getExtension<Transform>("KHR_texture_transform");
  return {
    uvSet: transform?.getTexCoord() ?? info.getTexCoord(),
    uvTransform:
      transform === null
        ? undefined
        : { offset: transform.getOffset(), scale: transform.getScale(), rotation: transform.getRotation() },
  };
}

function toSurface(material: Material, textures: readonly Texture[]): SourceSurface {
  const pictures: Partial<Record<MaterialMap["role"], SurfacePicture>> = {};
  for (const { role, texture, info, usesSecondUvs } of listMaps(material)) {
    const wrap = [toWrap(info.getWrapS()), toWrap(info.getWrapT())] as const;
    pictures[role] = { index: textures.indexOf(texture), wrap, ...(usesSecondUvs ? { usesSecondUvs } : {}) };
  }
  const { base, ...details } = pictures;
  const [red, green, blue] = material.getEmissiveFactor();
  const strength =
    material.getExtension<EmissiveStrength>("KHR_materials_emissive_strength")?.getEmissiveStrength() ?? 1;
  // Without its picture, the whole surface would glow.
  const isGlowLost = material.getEmissiveTexture() !== null && details.emission === undefined;
  const isOld = material.getExtension("KHR_materials_pbrSpecularGlossiness") !== null;
  return {
    tint: material.getBaseColorFactor(),
    emissive: isGlowLost ? [0, 0, 0] : [red * strength, green * strength, blue * strength],
    roughness: material.getRoughnessFactor(),
    metalness: isOld ? 0 : material.getMetallicFactor(),
    normalScale: material.getNormalScale(),
    occlusionStrength: material.getOcclusionStrength(),
    alphaMode: material.getAlphaMode(),
    alphaCutoff: material.getAlphaCutoff(),
    isDoubleSided: material.getDoubleSided(),
    isDeclaredUnlit: material.getExtension("KHR_materials_unlit") !== null,
    picture: base,
    details,
  };
}

function toPicture(texture: Texture): SourcePicture {
  return {
    mimeType: texture.getMimeType(),
    read: async () => {
      const image = texture.getImage();
      if (image === null || image.length === 0) throw new Error("a picture without bytes");
      return image;
    },
  };
}

async function readPart(part: MeshPart, surface: number, batcher: TriangleBatcher): Promise<void> {
  const { positions, normals, colours, indices, material } = part;
  const { mapping, second } = toMappings(listMaps(material));
  const uvs = mapping === undefined ? undefined : part.uvSets.get(mapping.uvSet);
  const secondUvs = second === undefined ? undefined : part.uvSets.get(second.uvSet);
  batcher.begin(surface, {
    normals: normals !== undefined,
    uvs: uvs !== undefined,
    secondUvs: secondUvs !== undefined,
    colours: colours !== undefined,
  });
  let batches = 0;
  for (let at = 0; at + 2 < indices!.length; at += 3) {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = indices![at + corner]!;
      const to = batcher.count * 3 + corner;
      for (let axis = 0; axis < 3; axis++) {
        batcher.positions[to * 3 + axis] = positions[vertex * 3 + axis]!;
        if (normals !== undefined) batcher.normals[to * 3 + axis] = normals[vertex * 3 + axis]!;
      }
      if (uvs !== undefined) {
        batcher.uvs[to * 2] = uvs[vertex * 2]!;
        batcher.uvs[to * 2 + 1] = uvs[vertex * 2 + 1]!;
        if (mapping?.uvTransform !== undefined) transformUv(batcher.uvs, to * 2, mapping.uvTransform);
      }
      if (secondUvs !== undefined) {
        batcher.secondUvs[to * 2] = secondUvs[vertex * 2]!;
        batcher.secondUvs[to * 2 + 1] = secondUvs[vertex * 2 + 1]!;
        if (second?.uvTransform !== undefined) transformUv(batcher.secondUvs, to * 2, second.uvTransform);
      }
      if (colours !== undefined) {
        for (let channel = 0; channel < 4; channel++)
          batcher.colours[to * 4 + channel] = colours[vertex * 4 + channel]!;
      }
    }
    if (batcher.next() && ++batches % 8 === 0) await breathe();
  }
}

function gatherPoints(parts: readonly MeshPart[]): MeshSource["points"] {
  const count = parts.reduce((sum, part) => sum + part.positions.length / 3, 0);
  if (count === 0) return undefined;
  const positions = new Float64Array(count * 3);
  const colours = parts.every((part) => part.colours !== undefined) ? new Float32Array(count * 4) : undefined;
  let at = 0;
  for (const part of parts) {
    positions.set(part.positions, at * 3);
    if (part.colours !== undefined) colours?.set(part.colours, at * 4);
    at += part.positions.length / 3;
  }
  return { positions, colours };
}
