import type { Tile } from "3d-tiles-renderer/core";
import { TilesRenderer } from "3d-tiles-renderer/three";
import { Box3, type BufferGeometry, type Material, Mesh, type Object3D, Points, Raycaster, Vector3 } from "three";
import { MeshoptDecoder } from "three/addons/libs/meshopt_decoder.module.js";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { takeEarly } from "./fetch-delivery.ts";
import { simplifyMaterials } from "./glb-scan.ts";
import { type LoadedScan, ScanLoadError, type ScanLoader, type SurfaceHit } from "./loaded-scan.ts";
import { raycastPoints } from "./raycast-points.ts";
import { createPointsMaterial, listVisiblePoints } from "./scan-points.ts";

/** Pixels of error before a finer tile is fetched. */
const errorTarget = { desktop: 16, phone: 22 };
const cacheBytes = { desktop: 400e6, phone: 180e6 };
// The converter counts four pixels of error per distance between points.
const errorPerSpacing = 4;

/** A 3D Tiles tileset: what the view needs, as finely as it needs it. */
export const loadTilesScan: ScanLoader = (delivery, { renderer, camera, invalidate, signal }) =>
  new Promise((resolve, reject) => {
    const isPhone = matchMedia("(pointer: coarse)").matches;
    const tiles = new TilesRenderer(delivery.entryUrl);
    const sizePxMin = (isPhone ? errorTarget.phone : errorTarget.desktop) / errorPerSpacing + 0.5;
    tiles.errorTarget = isPhone ? errorTarget.phone : errorTarget.desktop;
    tiles.lruCache.maxBytesSize = isPhone ? cacheBytes.phone : cacheBytes.desktop;
    tiles.lruCache.minBytesSize = tiles.lruCache.maxBytesSize * 0.75;
    tiles.manager.addHandler(/\.(gltf|glb)$/, new GLTFLoader(tiles.manager).setMeshoptDecoder(MeshoptDecoder));
    tiles.registerPlugin({
      name: "EARLY_FILES",
      // Nothing here means that another way of fetching is asked for the file.
      fetchData: (url: string) => takeEarly(url)?.then((bytes) => new Response(bytes)) ?? null,
    });
    tiles.setCamera(camera);
    tiles.setResolutionFromRenderer(camera, renderer);
    // The standard is z up; deliveries are y up.
    tiles.group.rotation.x = -Math.PI / 2;
    tiles.group.updateMatrixWorld(true);

    let isShown = false;
    const scan: LoadedScan = {
      object: tiles.group,
      bounds: new Box3(new Vector3(...delivery.bounds.min), new Vector3(...delivery.bounds.max)),
      isSolid: false,
      raycast: (ray, options) => {
        const points = raycastPoints(listVisiblePoints(tiles.group), ray, options);
        const surface = raycastMeshes(tiles.group, ray, options.far);
        return points !== null && (surface === null || points.distance < surface.distance) ? points : surface;
      },
      update: () => {
        tiles.setResolutionFromRenderer(camera, renderer);
        tiles.update();
      },
      dispose: () => tiles.dispose(),
    };

    const leave = () => {
      if (isShown) return;
      tiles.dispose();
      reject(signal.reason);
    };
    signal.addEventListener("abort", leave, { once: true });

    tiles.addEventListener("load-model", ({ scene, tile }) => {
      simplifyMaterials(scene);
      preparePoints(scene, tile, sizePxMin);
      if (isShown || signal.aborted) return;
      isShown = true;
      signal.removeEventListener("abort", leave);
      resolve(scan);
    });
    tiles.addEventListener("needs-update", () => {
      // Until it is in the scene nobody else moves the loading on.
      if (isShown) invalidate();
      else if (!signal.aborted) queueMicrotask(() => !isShown && !signal.aborted && tiles.update());
    });
    tiles.addEventListener("tile-visibility-change", () => invalidate());
    tiles.addEventListener("load-error", ({ error }) => {
      if (isShown || signal.aborted) return;
      signal.removeEventListener("abort", leave);
      tiles.dispose();
      reject(new ScanLoadError(isNetworkError(error) ? "unreachable" : "unreadable", { cause: error }));
    });
    camera.updateMatrixWorld();
    tiles.update();
  });

function isNetworkError(error: Error): boolean {
  return error instanceof TypeError || /fail|status|fetch/i.test(error.message);
}

/** Draws points as large as the gaps between them, within bounds, and round. */
function preparePoints(object: Object3D, tile: Tile, sizePxMin: number): void {
  object.traverse((child) => {
    if (!(child instanceof Points)) return;
    const points = child as Points<BufferGeometry, Material>;
    points.material.dispose();
    // Readings of the scanner are for those who work with the tiles; drawing would only copy them to the graphics card.
    for (const name of ["_intensity", "_classification"]) points.geometry.deleteAttribute(name);
    // Only the finest tiles show gaps: above them, children fill in before gaps open.
    const isFinest = (tile.children ?? []).length === 0;
    const spacing = isFinest ? tile.geometricError / errorPerSpacing : 0;
    points.material = createPointsMaterial(spacing, sizePxMin, points.geometry.hasAttribute("color"));
  });
}

function raycastMeshes(group: Object3D, ray: Parameters<LoadedScan["raycast"]>[0], far: number): SurfaceHit | null {
  const meshes: Mesh[] = [];
  group.traverseVisible((child) => {
    if (child instanceof Mesh) meshes.push(child);
  });
  if (meshes.length === 0) return null;
  const hit = new Raycaster(ray.origin, ray.direction, 0, far).intersectObjects(meshes, false)[0];
  if (hit?.face == null) return null;
  const normal = hit.face.normal.clone().transformDirection(hit.object.matrixWorld);
  return { point: hit.point, normal: normal.dot(ray.direction) > 0 ? normal.negate() : normal, distance: hit.distance };
}
