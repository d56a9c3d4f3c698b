import { SplatFileType, SplatMesh } from "@sparkjsdev/spark";
import { Box3, Group, Vector3 } from "three";
import { ScanVolumes } from "../volumes/scan-volumes.ts";
import { applyPlacement } from "./apply-placement.ts";
import { fetchDelivery } from "./fetch-delivery.ts";
import { hideSplats } from "./hide-splats.ts";
import { type LoadedScan, ScanLoadError, type ScanLoader } from "./loaded-scan.ts";
import { type PlacedPoints, raycastPoints } from "./raycast-points.ts";
import { enterSplatStage } from "./splat-stage.ts";

// Fainter splats are haze around objects, and not a target for picks.
const solidOpacity = 0.3;

/** Gaussian splats in one SPZ file. */
export const loadSpzScan: ScanLoader = async (delivery, context) => {
  const fileBytes = await fetchDelivery(delivery.entryUrl, context.signal);
  const mesh = new SplatMesh({ fileBytes, fileType: SplatFileType.SPZ, raycastable: false });
  try {
    await mesh.initialized;
  } catch (cause) {
    mesh.dispose();
    throw new ScanLoadError("unreadable", { cause });
  }
  const stage = enterSplatStage(context, 0);
  const object = new Group();
  object.add(mesh);
  const move = applyPlacement(object, context.placement);
  const volumes = new ScanVolumes();
  const hiding = hideSplats(mesh);
  const clip = (boxes: typeof context.boxes) => {
    volumes.set(boxes);
    hiding.clip(boxes);
  };
  clip(context.boxes);
  let centres: PlacedPoints | null = null;
  return {
    object,
    move,
    bounds: new Box3(new Vector3(...delivery.bounds.min), new Vector3(...delivery.bounds.max)),
    isSolid: false,
    raycast: (ray, options) => {
      // Half a million centres take a moment to read: wait for the first pick.
      centres ??= readCentres(mesh);
      const own = centres;
      return volumes.raycast(ray, options, (past, pastOptions) => raycastPoints([own], past, pastOptions));
    },
    listObstacles: () => {
      centres ??= readCentres(mesh);
      return [{ ...centres, isHidden: volumes.isHidden }];
    },
    cut: hiding.cut,
    clip,
    usage: () => ({
      cacheBytes: fileBytes.byteLength,
      loaded: 1,
      loading: 0,
      failed: 0,
      splats: stage.drawnSplats,
    }),
    dispose: () => {
      object.clear();
      mesh.dispose();
      stage.leave();
    },
  } satisfies LoadedScan;
};

function readCentres(mesh: SplatMesh): PlacedPoints {
  const centres: number[] = [];
  const radii: number[] = [];
  mesh.forEachSplat((_index, centre, { x, y, z }, _quaternion, opacity) => {
    if (opacity < solidOpacity) return;
    centres.push(centre.x, centre.y, centre.z);
    radii.push([x, y, z].sort((a, b) => a - b)[1]!);
  });
  mesh.updateMatrixWorld(true);
  // The mesh's own matrix, which follows when it moves.
  return {
    errorM: (radii.sort((a, b) => a - b)[radii.length >> 1] ?? 0) * mesh.matrixWorld.getMaxScaleOnAxis(),
    points: { positions: Float32Array.from(centres), count: centres.length / 3, stride: 3, offset: 0 },
    matrix: mesh.matrixWorld,
  };
}
