import type { Tile } from "3d-tiles-renderer/core";
import { TilesRenderer } from "3d-tiles-renderer/three";
import { Box3, type BufferGeometry, type Material, Mesh, type Object3D, Points, Vector3 } from "three";
import { MeshoptDecoder } from "three/addons/libs/meshopt_decoder.module.js";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { raycastObject } from "./collision-mesh.ts";
import { takeEarly } from "./fetch-delivery.ts";
import { simplifyMaterials } from "./glb-scan.ts";
import { type LoadedScan, ScanLoadError, type ScanLoader } from "./loaded-scan.ts";
import { PacedError, restMs } from "./paced-error.ts";
import { type PointSize, sizeTilePoints, tileErrorTarget } from "./point-size.ts";
import { raycastPoints } from "./raycast-points.ts";
import { createPointsMaterial, listVisiblePoints } from "./scan-points.ts";
import { SharedTilePictures } from "./shared-tile-pictures.ts";
import { standObject } from "./stand-object.ts";
import { TileCollision } from "./tile-collision.ts";

const hurryMs = 4;

/** What the renderer counts, documented but missing in its types. */
interface TilesCounters {
  readonly stats: Readonly<Record<"loaded" | "failed" | "queued" | "downloading" | "parsing", number>>;
  readonly lruCache: { readonly cachedBytes: number };
}

/** A 3D Tiles tileset: what the view needs, as finely as it needs it. */
export const loadTilesScan: ScanLoader = (delivery, { renderer, camera, stand, share, invalidate, signal }) =>
  new Promise((resolve, reject) => {
    const device = share().device;
    const pictures = new SharedTilePictures();
    const tiles = new TilesRenderer(delivery.entryUrl);
    const pacedError = new PacedError(tileErrorTarget[device]);
    const collision = new TileCollision();
    tiles.errorTarget = Number.POSITIVE_INFINITY;
    const takeShare = () => {
      const { cacheBytes } = share();
      if (tiles.lruCache.maxBytesSize === cacheBytes) return;
      tiles.lruCache.maxBytesSize = cacheBytes;
      tiles.lruCache.minBytesSize = cacheBytes * 0.75;
    };
    takeShare();
    tiles.manager.addHandler(
      /\.(gltf|glb)$/,
      new GLTFLoader(tiles.manager)
        .setMeshoptDecoder(MeshoptDecoder)
        .register((parser) => pictures.createPlugin(parser)),
    );
    tiles.registerPlugin({
      name: "scan-tiles",
      // Nothing here means that another way of fetching is asked for the file.
      fetchData: (url: string) => takeEarly(url)?.then((bytes) => new Response(bytes)) ?? null,
      processTileModel: (scene: Object3D, tile: Tile) => {
        simplifyMaterials(scene, "trusts-unlit");
        preparePoints(scene, sizeTilePoints(tile, device));
      },
      // Added to what each tile is counted with: pictures that all of them share would fill the cache with nothing.
      calculateBytesUsed: (_tile: Tile, scene: Object3D | null) => (scene === null ? 0 : -pictures.countBytes(scene)),
    });
    tiles.setCamera(camera);
    tiles.setResolutionFromRenderer(camera, renderer);
    // The standard is z up; deliveries are y up.
    tiles.group.rotation.x = -Math.PI / 2;
    standObject(tiles.group, stand);

    let isShown = false;
    let isDrawn = false;
    let hasFailed = false;
    let isSolid = false;
    let resting = 0;
    const scan: LoadedScan = {
      object: tiles.group,
      bounds: new Box3(new Vector3(...delivery.bounds.min), new Vector3(...delivery.bounds.max)),
      get isSolid() {
        return isSolid;
      },
      raycast: (ray, options) => {
        const points = raycastPoints(listVisiblePoints(tiles.group), ray, options);
        const met = isSolid && tiles.root !== null ? collision.raycast(tiles.root, ray, options) : null;
        const surface = met === undefined ? raycastObject(tiles.group, ray, options) : met;
        return points !== null && (surface === null || points.distance < surface.distance) ? points : surface;
      },
      update: () => {
        takeShare();
        tiles.setResolutionFromRenderer(camera, renderer);
        const error = pacedError.next(camera.matrixWorld, performance.now());
        // The first frame shows what is there and asks for nothing: finer tiles would take time from it.
        tiles.errorTarget = isDrawn ? error : Number.POSITIVE_INFINITY;
        window.clearTimeout(resting);
        // Frames stop when nothing moves; one more is needed then to ask for what was held back.
        if (pacedError.isHeldBack) resting = window.setTimeout(invalidate, restMs + 30);
        tiles.update();
        if (isDrawn) return;
        isDrawn = true;
        invalidate();
      },
      usage: () => {
        const { stats, lruCache } = tiles as unknown as TilesCounters;
        const { loaded, failed, queued, downloading, parsing } = stats;
        return { cacheBytes: lruCache.cachedBytes, loaded, loading: queued + downloading + parsing, failed };
      },
      dispose: () => {
        window.clearTimeout(resting);
        collision.clear();
        tiles.dispose();
      },
    };

    const leave = () => {
      if (isShown) return;
      tiles.dispose();
      reject(signal.reason);
    };
    signal.addEventListener("abort", leave, { once: true });

    tiles.addEventListener("load-model", ({ scene, tile }) => {
      const hasTriangles = holdsMesh(scene);
      isSolid ||= hasTriangles;
      if (scene.parent === null) {
        // Placed as it will be once it is part of the group.
        scene.updateMatrixWorld(true);
        scene.traverse((child) => child.matrixWorld.premultiply(tiles.group.matrixWorld));
      }
      void collision.add(tile, scene).then(invalidate);
      if (isShown || signal.aborted) return;
      isShown = true;
      signal.removeEventListener("abort", leave);
      resolve(scan);
    });
    tiles.addEventListener("dispose-model", ({ tile }) => collision.remove(tile));
    tiles.addEventListener("needs-update", () => {
      // Until it is in the scene nobody else moves the loading on.
      if (isShown) invalidate();
      else if (!signal.aborted) queueMicrotask(() => !isShown && !signal.aborted && tiles.update());
    });
    tiles.addEventListener("tile-visibility-change", () => invalidate());
    tiles.addEventListener("load-error", ({ error }) => {
      if (isShown || signal.aborted) return;
      hasFailed = true;
      signal.removeEventListener("abort", leave);
      tiles.dispose();
      reject(new ScanLoadError(isNetworkError(error) ? "unreachable" : "unreadable", { cause: error }));
    });
    camera.updateMatrixWorld();
    // The steps to a tile wait for one frame each, so as not to disturb what is drawn; before the first there is nothing.
    const hurry = () => {
      if (isShown || hasFailed || signal.aborted) return;
      tiles.update();
      for (const queue of [tiles.processNodeQueue, ...tiles.downloadQueue.originQueues.values(), tiles.parseQueue]) {
        queue.tryRunJobs();
      }
      window.setTimeout(hurry, hurryMs);
    };
    hurry();
  });

function isNetworkError(error: Error): boolean {
  return error instanceof TypeError || /fail|status|fetch/i.test(error.message);
}

function holdsMesh(object: Object3D): boolean {
  let isFound = false;
  object.traverse((child) => {
    isFound ||= child instanceof Mesh;
  });
  return isFound;
}

function preparePoints(object: Object3D, size: PointSize): void {
  object.traverse((child) => {
    if (!(child instanceof Points)) return;
    const points = child as Points<BufferGeometry, Material>;
    points.material.dispose();
    // Readings of the scanner are for those who work with the tiles; drawing would only copy them to the graphics card.
    for (const name of ["_intensity", "_classification"]) points.geometry.deleteAttribute(name);
    points.material = createPointsMaterial(size, points.geometry.hasAttribute("color"));
  });
}
