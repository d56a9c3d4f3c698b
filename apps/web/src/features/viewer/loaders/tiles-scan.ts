import type { Tile } from "3d-tiles-renderer/core";
import { TilesRenderer } from "3d-tiles-renderer/three";
import {
  Box3,
  BufferAttribute,
  type BufferGeometry,
  InterleavedBufferAttribute,
  type Material,
  Matrix4,
  Mesh,
  type Object3D,
  Points,
  PointsMaterial,
  Raycaster,
  Vector3,
} from "three";
import { MeshoptDecoder } from "three/addons/libs/meshopt_decoder.module.js";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { simplifyMaterials } from "./glb-scan.ts";
import { type LoadedScan, ScanLoadError, type ScanLoader, type SurfaceHit } from "./loaded-scan.ts";
import { type PlacedPoints, raycastPoints } from "./raycast-points.ts";
import { fractionScale, type TrianglePart } from "./triangle-merge.ts";

/** Pixels of error before a finer tile is fetched. */
const errorTarget = { desktop: 16, phone: 22 };
const cacheBytes = { desktop: 400e6, phone: 180e6 };
// The converter counts four pixels of error per distance between points.
const errorPerSpacing = 4;
const pointPxMax = 14;
// PointsMaterial measures sizes for a view 90° high; the scene's is about 50°.
const lensFactor = 2.2;

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
      preparePoints(scene, tile, sizePxMin);
      simplifyMaterials(scene);
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
    // Only the finest tiles show gaps: above them, children fill in before gaps open.
    const isFinest = (tile.children ?? []).length === 0;
    const spacing = isFinest ? tile.geometricError / errorPerSpacing : 0;
    points.material = createPointsMaterial(spacing, sizePxMin, points.geometry.hasAttribute("color"));
  });
}

function createPointsMaterial(spacing: number, sizePxMin: number, vertexColors: boolean): PointsMaterial {
  const material = new PointsMaterial({ size: spacing * lensFactor, sizeAttenuation: true, vertexColors });
  const ratio = Math.min(window.devicePixelRatio, 2);
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader.replace(
      "#include <logdepthbuf_vertex>",
      `gl_PointSize = clamp(gl_PointSize, ${(sizePxMin * ratio).toFixed(1)}, ${(pointPxMax * ratio).toFixed(1)});\n#include <logdepthbuf_vertex>`,
    );
    shader.fragmentShader = shader.fragmentShader.replace(
      "#include <clipping_planes_fragment>",
      "vec2 fromMiddle = gl_PointCoord - 0.5;\nif (dot(fromMiddle, fromMiddle) > 0.25) discard;\n#include <clipping_planes_fragment>",
    );
  };
  material.customProgramCacheKey = () => `scan-points-${sizePxMin}-${ratio}`;
  return material;
}

function* listVisiblePoints(group: Object3D): Generator<PlacedPoints> {
  const found: Points<BufferGeometry>[] = [];
  group.traverseVisible((child) => {
    if (child instanceof Points) found.push(child);
  });
  for (const child of found) {
    const position = child.geometry.getAttribute("position");
    if (!(position instanceof BufferAttribute || position instanceof InterleavedBufferAttribute)) continue;
    const isInterleaved = position instanceof InterleavedBufferAttribute;
    const array = (isInterleaved ? position.data.array : position.array) as TrianglePart["positions"];
    const scale = fractionScale(array, position.normalized);
    if (child.geometry.boundingSphere === null) child.geometry.computeBoundingSphere();
    yield {
      points: {
        positions: array,
        count: position.count,
        stride: isInterleaved ? position.data.stride : position.itemSize,
        offset: isInterleaved ? position.offset : 0,
      },
      matrix: new Matrix4().makeScale(scale, scale, scale).premultiply(child.matrixWorld),
      sphere: child.geometry.boundingSphere!.clone().applyMatrix4(child.matrixWorld),
    };
  }
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
