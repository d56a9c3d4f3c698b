import type { Tile } from "3d-tiles-renderer/core";
import { TilesRenderer } from "3d-tiles-renderer/three";
import { Box3, type BufferGeometry, Mesh, type Object3D, Points, type PointsMaterial, type Ray, Vector3 } from "three";
import { MeshoptDecoder } from "three/addons/libs/meshopt_decoder.module.js";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { addReflections } from "../scene/scene-lights.ts";
import { ScanVolumes } from "../volumes/scan-volumes.ts";
import { AimedDetail, meetsTile, toTilesetRay } from "./aimed-detail.ts";
import { applyPlacement, raycastPlaced } from "./apply-placement.ts";
import { raycastObject } from "./collision-mesh.ts";
import { takeEarly } from "./fetch-delivery.ts";
import { hasGloss, simplifyMaterials } from "./glb-scan.ts";
import { type LoadedScan, type RaycastOptions, ScanLoadError, type ScanLoader } from "./loaded-scan.ts";
import { chooseErrorTarget, PacedError, restMs } from "./paced-error.ts";
import { measureGaps } from "./point-gaps.ts";
import { loosePointPx, pointErrorTarget, sizePoints, toSpacingM } from "./point-size.ts";
import { raycastPoints } from "./raycast-points.ts";
import { createPointsMaterial, listVisiblePoints } from "./scan-points.ts";
import { SharedTilePictures } from "./shared-tile-pictures.ts";
import { TileCollision } from "./tile-collision.ts";

const hurryMs = 4;
/** Tiles read per frame: their textures and vertices are uploaded in it, which nobody notices in a still picture. */
const tilesPerFrame = { moving: 5, atRest: 20 };

/** The renderer's counters, documented but missing from its types. */
interface TilesCounters {
  readonly stats: Readonly<Record<"loaded" | "failed" | "queued" | "downloading" | "parsing", number>>;
  readonly lruCache: { readonly cachedBytes: number };
}

/** A 3D Tiles tileset: loads what the view needs at the detail it needs. */
export const loadTilesScan: ScanLoader = (
  delivery,
  { renderer, scene: stage, camera, placement, boxes, share, invalidate, signal },
) =>
  new Promise((resolve, reject) => {
    const pictures = new SharedTilePictures();
    const tiles = new TilesRenderer(delivery.entryUrl);
    const pacedError = new PacedError(pointErrorTarget);
    const collision = new TileCollision();
    const volumes = new ScanVolumes();
    volumes.set(boxes);
    const aimed = new AimedDetail();
    const pointsOf = new Map<Tile, readonly Points<BufferGeometry, PointsMaterial>[]>();
    tiles.errorTarget = Number.POSITIVE_INFINITY;
    const takeShare = () => {
      const { cacheBytes } = share();
      if (tiles.lruCache.maxBytesSize === cacheBytes) return;
      tiles.lruCache.maxBytesSize = cacheBytes;
      tiles.lruCache.minBytesSize = cacheBytes * 0.75;
    };
    const fitPoints = () => {
      const countPoints = (tile: Tile) =>
        (pointsOf.get(tile) ?? []).reduce((sum, { geometry }) => sum + geometry.getAttribute("position").count, 0);
      for (const [tile, gapM] of measureGaps(tiles.visibleTiles, countPoints)) {
        for (const points of pointsOf.get(tile) ?? []) points.material.size = gapM * placement.scale;
      }
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
      // Null makes the renderer fetch the file in another way.
      fetchData: (url: string) => takeEarly(url)?.then((bytes) => new Response(bytes)) ?? null,
      processTileModel: (scene: Object3D, tile: Tile) => {
        simplifyMaterials(scene, "trusts-unlit");
        if (hasGloss(scene)) addReflections(stage);
        const points = preparePoints(scene, tile, placement.scale);
        if (points.length > 0) pointsOf.set(tile, points);
        volumes.dress(scene);
      },
      calculateTileViewError: (tile: Tile, demand: Parameters<AimedDetail["demand"]>[1]) => aimed.demand(tile, demand),
      // Added to each tile's byte count: shared images would otherwise count for every tile and fill the cache.
      calculateBytesUsed: (_tile: Tile, scene: Object3D | null) => (scene === null ? 0 : -pictures.countBytes(scene)),
    });
    tiles.setCamera(camera);
    tiles.setResolutionFromRenderer(camera, renderer);
    // The standard is z up; deliveries are y up.
    tiles.group.rotation.x = -Math.PI / 2;
    const move = applyPlacement(tiles.group, placement);

    const listRequestQueues = () => [tiles.processNodeQueue, ...tiles.downloadQueue.originQueues.values()];
    // Walkers need whole floors; a pick needs what lies under the pointer. Rays are in the tileset's frame.
    const castOnTiles = (root: Tile, ray: Ray, options: RaycastOptions) =>
      options.surfaces === "solid"
        ? collision.raycast(root, ray, options)
        : collision.raycast(root, ray, options, (tile) => meetsTile(tile, ray));
    let isShown = false;
    let isDrawn = false;
    let hasFailed = false;
    let isSolid = false;
    let resting = 0;
    const scan: LoadedScan = {
      object: tiles.group,
      move,
      bounds: new Box3(new Vector3(...delivery.bounds.min), new Vector3(...delivery.bounds.max)),
      get isSolid() {
        return isSolid;
      },
      get hasPointWalls() {
        return pointsOf.size > 0;
      },
      raycast: (whole, wholeOptions) =>
        volumes.raycast(whole, wholeOptions, (ray, options) => {
          const points = raycastPoints(listVisiblePoints(tiles.group), ray, options);
          const { group, root } = tiles;
          const met =
            isSolid && root !== null
              ? raycastPlaced(group, ray, options, (own, ownOptions) => castOnTiles(root, own, ownOptions))
              : null;
          const drawnErrorM = () =>
            Math.max(...Array.from(tiles.visibleTiles, (tile) => tile.geometricError)) *
            group.matrixWorld.getMaxScaleOnAxis();
          const surface = met === undefined ? raycastObject(group, ray, options, drawnErrorM()) : met;
          return points !== null && (surface === null || points.distance < surface.distance) ? points : surface;
        }),
      clip: (next) => {
        volumes.set(next);
        tiles.forEachLoadedModel((scene) => volumes.dress(scene));
      },
      listObstacles: () => {
        const { isHidden } = volumes;
        return isSolid ? [] : Array.from(listVisiblePoints(tiles.group), (set) => ({ ...set, isHidden }));
      },
      aim: (ray) => {
        aimed.aim(ray && toTilesetRay(ray, tiles.group.matrixWorld));
        invalidate();
      },
      update: () => {
        takeShare();
        tiles.setResolutionFromRenderer(camera, renderer);
        pacedError.target = chooseErrorTarget(isSolid, delivery.counts ?? {}, share());
        const error = pacedError.next(camera.matrixWorld, performance.now());
        // The first frame shows what is loaded and requests nothing: finer tiles would delay it.
        tiles.errorTarget = isDrawn ? error : Number.POSITIVE_INFINITY;
        tiles.parseQueue.maxJobs = pacedError.isAtRest ? tilesPerFrame.atRest : tilesPerFrame.moving;
        window.clearTimeout(resting);
        // Frames stop when nothing moves; one more is needed to request what was held back.
        if (pacedError.isHeldBack) resting = window.setTimeout(invalidate, restMs + 30);
        tiles.update();
        // Requests disturb nothing that is drawn: they need not wait for the next frame, as the queues do by themselves.
        for (const queue of listRequestQueues()) queue.tryRunJobs();
        if (pointsOf.size > 0) fitPoints();
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
        // Its placement once it is part of the group.
        scene.updateMatrixWorld(true);
        scene.traverse((child) => child.matrixWorld.premultiply(tiles.group.matrixWorld));
      }
      void collision.add(tile, scene, tiles.group).then(invalidate);
      if (isShown || signal.aborted) return;
      isShown = true;
      signal.removeEventListener("abort", leave);
      resolve(scan);
    });
    tiles.addEventListener("dispose-model", ({ tile }) => {
      collision.remove(tile);
      pointsOf.delete(tile);
    });
    tiles.addEventListener("needs-update", () => {
      // Until it is in the scene, nothing else drives the loading.
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
    // Each step towards a tile waits one frame, to avoid disturbing what is drawn; before the first frame, there is no
    // need to wait.
    const hurry = () => {
      if (isShown || hasFailed || signal.aborted) return;
      tiles.update();
      for (const queue of [...listRequestQueues(), tiles.parseQueue]) queue.tryRunJobs();
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

/**
 * @param scale of the scan in the scene
 * @returns the points whose size follows the gaps around them
 */
function preparePoints(object: Object3D, tile: Tile, scale: number): Points<BufferGeometry, PointsMaterial>[] {
  const prepared: Points<BufferGeometry, PointsMaterial>[] = [];
  // Loose points of a mesh file declare no spacing.
  const isLoose = tile.geometricError === 0;
  const size = isLoose ? sizePoints(0, loosePointPx) : sizePoints(toSpacingM(tile) * scale);
  object.traverse((child) => {
    if (!(child instanceof Points)) return;
    const points = child as Points<BufferGeometry, PointsMaterial>;
    points.material.dispose();
    // Scanner readings are for users of the tiles; the viewer would only copy them to the GPU.
    for (const name of ["_intensity", "_classification"]) points.geometry.deleteAttribute(name);
    points.material = createPointsMaterial(size, points.geometry.hasAttribute("color"));
    if (!isLoose) prepared.push(points);
  });
  return prepared;
}
