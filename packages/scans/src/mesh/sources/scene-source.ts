import type { Material, Texture } from "@gltf-transform/core";
import type { Transform } from "@gltf-transform/extensions";
import type { MeshPart, MeshScene } from "../mesh-scene.ts";
import { toWrap, transformUv } from "./gltf-surfaces.ts";
import type { MeshSource, SourcePicture, SourceSurface } from "./mesh-source.ts";
import { breathe, TriangleBatcher } from "./triangle-batcher.ts";

/** A mesh that had to be decoded into memory as a whole, such as compressed glTF. */
export function toMeshSource(scene: MeshScene): MeshSource {
  const materials = [...new Set(scene.parts.map((part) => part.material))];
  const textures = [...new Set(materials.flatMap((material) => material.getBaseColorTexture() ?? []))];
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

function toSurface(material: Material, textures: readonly Texture[]): SourceSurface {
  const texture = material.getBaseColorTexture();
  const info = material.getBaseColorTextureInfo();
  const wrap = [toWrap(info?.getWrapS()), toWrap(info?.getWrapT())] as const;
  return {
    tint: material.getBaseColorFactor(),
    emissive: material.getEmissiveFactor(),
    alphaMode: material.getAlphaMode(),
    alphaCutoff: material.getAlphaCutoff(),
    isDoubleSided: material.getDoubleSided(),
    isDeclaredUnlit: material.getExtension("KHR_materials_unlit") !== null,
    picture: texture === null ? undefined : { index: textures.indexOf(texture), wrap },
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
  const info = material.getBaseColorTexture() === null ? null : material.getBaseColorTextureInfo();
  const transform = info?.getExtension<Transform>("KHR_texture_transform") ?? null;
  const uvs = info === null ? undefined : part.uvSets.get(transform?.getTexCoord() ?? info.getTexCoord());
  const placing =
    transform === null
      ? null
      : { offset: transform.getOffset(), scale: transform.getScale(), rotation: transform.getRotation() };
  batcher.begin(surface, {
    normals: normals !== undefined,
    uvs: uvs !== undefined,
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
        if (placing !== null) transformUv(batcher.uvs, to * 2, placing);
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
