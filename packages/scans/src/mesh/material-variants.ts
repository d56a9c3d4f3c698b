import type { Document, Material, Texture } from "@gltf-transform/core";
import { KHRMaterialsUnlit } from "@gltf-transform/extensions";
import type { MeshPart } from "./mesh-scene.ts";

/** The form of a material that fits the geometry it is used on. */
export interface MaterialVariants {
  choose(part: MeshPart): { readonly material: Material; readonly isUnlit: boolean };
}

const textureSlots = [
  ["getBaseColorTexture", "getBaseColorTextureInfo"],
  ["getMetallicRoughnessTexture", "getMetallicRoughnessTextureInfo"],
  ["getNormalTexture", "getNormalTextureInfo"],
  ["getOcclusionTexture", "getOcclusionTextureInfo"],
  ["getEmissiveTexture", "getEmissiveTextureInfo"],
] as const;

/** The texture coordinate sets that a material's pictures read and a part brings. */
export function usedUvSets(material: Material, part: MeshPart): Set<number> {
  const sets = new Set<number>();
  for (const [getTexture, getInfo] of textureSlots) {
    if (material[getTexture]() === null) continue;
    const set = material[getInfo]()?.getTexCoord() ?? 0;
    if (part.uvSets.has(set)) sets.add(set);
  }
  return sets;
}

function lacksUvs(material: Material, part: MeshPart): boolean {
  return textureSlots.some(
    ([getTexture, getInfo]) =>
      material[getTexture]() !== null && !part.uvSets.has(material[getInfo]()?.getTexCoord() ?? 0),
  );
}

function stripTextures(material: Material, keepsBaseColour: boolean): void {
  const none: Texture | null = null;
  material.setMetallicRoughnessTexture(none).setNormalTexture(none).setOcclusionTexture(none).setEmissiveTexture(none);
  if (!keepsBaseColour) material.setBaseColorTexture(none);
  // Clearcoat, transmission and the like bring pictures of their own.
  for (const extension of material.listExtensions()) {
    if (extension.extensionName !== "KHR_materials_unlit") material.setExtension(extension.extensionName, null);
  }
}

/**
 * A surface that carries the light of its scan (pictures or colours, and no normals to be lit by) is shown as it was
 * photographed; one without either is lit, which needs normals.
 */
export function createMaterialVariants(document: Document): MaterialVariants {
  const made = new Map<Material, Map<string, Material>>();
  return {
    choose(part) {
      const original = part.material;
      const isPoints = part.indices === undefined;
      const isTextured = original.getBaseColorTexture() !== null && !isPoints;
      const isUnlit =
        isPoints ||
        original.getExtension("KHR_materials_unlit") !== null ||
        (part.normals === undefined && (isTextured || part.colours !== undefined));
      const needsStripping = isPoints || lacksUvs(original, part);
      const name = `${isUnlit ? "unlit" : "lit"} ${needsStripping ? "plain" : ""}`;
      const variants = made.get(original) ?? new Map<string, Material>();
      made.set(original, variants);
      let material = variants.get(name);
      if (material === undefined) {
        material = original.clone();
        if (needsStripping) stripTextures(material, !isPoints && !lacksBaseUvs(original, part));
        else if (isUnlit) stripTextures(material, true);
        if (isUnlit)
          material.setExtension("KHR_materials_unlit", document.createExtension(KHRMaterialsUnlit).createUnlit());
        variants.set(name, material);
      }
      return { material, isUnlit };
    },
  };
}

function lacksBaseUvs(material: Material, part: MeshPart): boolean {
  return !part.uvSets.has(material.getBaseColorTextureInfo()?.getTexCoord() ?? 0);
}
