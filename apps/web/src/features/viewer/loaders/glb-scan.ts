import {
  Box3,
  type BufferGeometry,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshStandardMaterial,
  type Object3D,
  Points,
  Texture,
  Vector3,
} from "three";
import { MeshoptDecoder } from "three/addons/libs/meshopt_decoder.module.js";
import { type GLTF, GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { addReflections } from "../scene/scene-lights.ts";
import { ScanVolumes } from "../volumes/scan-volumes.ts";
import { applyPlacement } from "./apply-placement.ts";
import { CollisionMesh } from "./collision-mesh.ts";
import { fetchDelivery, resolveDeliveryUrl } from "./fetch-delivery.ts";
import { type LoadedScan, ScanLoadError, type ScanLoader } from "./loaded-scan.ts";
import { loosePointPx, sizePoints } from "./point-size.ts";
import { raycastPoints } from "./raycast-points.ts";
import { createPointsMaterial, listVisiblePoints } from "./scan-points.ts";

/** A single GLB with the whole mesh. */
export const loadGlbScan: ScanLoader = async (delivery, { scene, signal, placement, boxes, invalidate }) => {
  const bytes = await fetchDelivery(delivery.entryUrl, signal);
  const gltf = await parseGlb(bytes, resolveDeliveryUrl(delivery.entryUrl, "./"));
  const object = gltf.scene;
  simplifyMaterials(object);
  if (hasGloss(object)) addReflections(scene);
  const move = applyPlacement(object, placement);
  const volumes = new ScanVolumes();
  const clip = (next: typeof boxes) => {
    volumes.set(next);
    volumes.dress(object);
  };
  clip(boxes);
  const collision = new CollisionMesh(object);
  const bounds = new Box3(new Vector3(...delivery.bounds.min), new Vector3(...delivery.bounds.max));
  // The first frame takes priority; picks and walking start later.
  const building = setTimeout(() => void collision.build().then(invalidate), 300);
  return {
    object,
    move,
    bounds,
    isSolid: true,
    raycast: (ray, options) =>
      volumes.raycast(
        ray,
        options,
        (own, ownOptions) =>
          collision.raycast(own, ownOptions) ?? raycastPoints(listVisiblePoints(object), own, ownOptions),
      ),
    clip,
    dispose: () => {
      clearTimeout(building);
      collision.dispose();
      disposeObject(object);
    },
  } satisfies LoadedScan;
};

async function parseGlb(bytes: ArrayBuffer, baseUrl: string): Promise<GLTF> {
  try {
    return await new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).parseAsync(bytes, baseUrl);
  } catch (cause) {
    throw new ScanLoadError("unreadable", { cause });
  }
}

/**
 * A scan's texture already contains the light of its photographs: shading would darken it. Meshes without colours are
 * shaded, or they would be silhouettes. Gloss, metal and relief keep their material.
 * @param unlit `guesses` treats everything with colours as unlit, `trusts-unlit` follows the material
 */
export function simplifyMaterials(object: Object3D, unlit: "guesses" | "trusts-unlit" = "guesses"): void {
  const replaced = new Map<Material, Material>();
  object.traverse((child) => {
    if (child instanceof Points) {
      const points = child as Points<BufferGeometry, Material>;
      points.material = createPointsMaterial(sizePoints(0, loosePointPx), points.geometry.hasAttribute("color"));
      return;
    }
    if (!(child instanceof Mesh)) return;
    const mesh = child as Mesh<BufferGeometry, Material | Material[]>;
    const isGuessedUnlit = (material: MeshStandardMaterial) =>
      unlit === "guesses" && (material.map !== null || (material.vertexColors && mesh.geometry.hasAttribute("color")));
    const replace = (material: Material) => {
      const known = replaced.get(material);
      if (known !== undefined) return known;
      const simple = simplifyMaterial(material, isGuessedUnlit);
      replaced.set(material, simple);
      return simple;
    };
    mesh.material = Array.isArray(mesh.material) ? mesh.material.map(replace) : replace(mesh.material);
  });
}

function simplifyMaterial(material: Material, isUnlit: (material: MeshStandardMaterial) => boolean): Material {
  if (!(material instanceof MeshStandardMaterial)) return material;
  if (!isUnlit(material) && needsGloss(material)) return material;
  const shared = {
    name: material.name,
    color: material.color,
    map: material.map,
    vertexColors: material.vertexColors,
    side: material.side,
    transparent: material.transparent,
    opacity: material.opacity,
    alphaTest: material.alphaTest,
    depthWrite: material.depthWrite,
  };
  const simple = isUnlit(material)
    ? new MeshBasicMaterial(shared)
    : new MeshLambertMaterial({
        ...shared,
        flatShading: material.flatShading,
        aoMap: material.aoMap,
        aoMapIntensity: material.aoMapIntensity,
        emissive: material.emissive,
        emissiveIntensity: material.emissiveIntensity,
        emissiveMap: material.emissiveMap,
      });
  material.dispose();
  return simple;
}

/** The cheaper material can only draw surfaces that are rough all over and not metallic. */
function needsGloss({ normalMap, roughnessMap, metalnessMap, roughness, metalness }: MeshStandardMaterial): boolean {
  return normalMap !== null || roughnessMap !== null || metalnessMap !== null || roughness < 1 || metalness > 0;
}

/** Whether anything in it reflects its surroundings. */
export function hasGloss(object: Object3D): boolean {
  let isFound = false;
  object.traverse((child) => {
    const { material } = child as Partial<Mesh<BufferGeometry, Material | Material[]>>;
    isFound ||= [material].flat().some((one) => one instanceof MeshStandardMaterial);
  });
  return isFound;
}

/** Frees geometry, materials and textures of everything under an object. */
export function disposeObject(object: Object3D): void {
  object.traverse((child) => {
    const { geometry, material } = child as Partial<Mesh<BufferGeometry, Material | Material[]>>;
    geometry?.dispose();
    for (const one of Array.isArray(material) ? material : material === undefined ? [] : [material]) {
      for (const value of Object.values(one) as unknown[]) {
        if (!(value instanceof Texture)) continue;
        value.dispose();
        // three.js leaves disposal of the decoded image to its owner.
        if (value.image instanceof ImageBitmap) value.image.close();
      }
      one.dispose();
    }
  });
}
