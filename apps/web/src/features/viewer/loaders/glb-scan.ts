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
import { CollisionMesh } from "./collision-mesh.ts";
import { fetchDelivery, resolveDeliveryUrl } from "./fetch-delivery.ts";
import { type LoadedScan, ScanLoadError, type ScanLoader } from "./loaded-scan.ts";
import { sizePoints } from "./point-size.ts";
import { raycastPoints } from "./raycast-points.ts";
import { createPointsMaterial, listVisiblePoints } from "./scan-points.ts";
import { standObject } from "./stand-object.ts";

// A mesh file may hold loose points besides triangles; glTF would draw them one pixel small.
const loosePointPx = 3;

/** One GLB: the whole mesh at once. */
export const loadGlbScan: ScanLoader = async (delivery, { signal, stand, invalidate }) => {
  const bytes = await fetchDelivery(delivery.entryUrl, signal);
  const gltf = await parseGlb(bytes, resolveDeliveryUrl(delivery.entryUrl, "./"));
  const object = gltf.scene;
  simplifyMaterials(object);
  standObject(object, stand);
  const collision = new CollisionMesh(object);
  const bounds = new Box3(new Vector3(...delivery.bounds.min), new Vector3(...delivery.bounds.max));
  // The first frame comes first; nobody picks or walks within the first moments.
  const building = setTimeout(() => void collision.build().then(invalidate), 300);
  return {
    object,
    bounds,
    isSolid: true,
    raycast: (ray, options) =>
      collision.raycast(ray, options) ?? raycastPoints(listVisiblePoints(object), ray, options),
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
 * A scan's texture already holds the light it was photographed in: shading it again darkens it. What has no colours
 * of its own is shaded, or it would be a silhouette.
 * @param unlit `guesses` takes everything with colours for unlit, `trusts-unlit` what its material says
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
    const hasColours = unlit === "guesses" && mesh.geometry.hasAttribute("color");
    const replace = (material: Material) => {
      const known = replaced.get(material);
      if (known !== undefined) return known;
      const simple = simplifyMaterial(material, hasColours);
      replaced.set(material, simple);
      return simple;
    };
    mesh.material = Array.isArray(mesh.material) ? mesh.material.map(replace) : replace(mesh.material);
  });
}

function simplifyMaterial(material: Material, hasColours: boolean): Material {
  if (!(material instanceof MeshStandardMaterial)) return material;
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
  const simple =
    material.map !== null || (hasColours && material.vertexColors)
      ? new MeshBasicMaterial(shared)
      : new MeshLambertMaterial({
          ...shared,
          flatShading: material.flatShading,
          emissive: material.emissive,
          emissiveMap: material.emissiveMap,
        });
  material.dispose();
  return simple;
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
        // three.js leaves the decoded picture to its owner.
        if (value.image instanceof ImageBitmap) value.image.close();
      }
      one.dispose();
    }
  });
}
