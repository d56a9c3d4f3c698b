import { SplatFileType, SplatMesh } from "@sparkjsdev/spark";
import { Box3, Group, Vector3 } from "three";
import { fetchDelivery } from "./fetch-delivery.ts";
import { type LoadedScan, ScanLoadError, type ScanLoader } from "./loaded-scan.ts";
import { type PlacedPoints, raycastPoints } from "./raycast-points.ts";
import { enterSplatStage } from "./splat-stage.ts";
import { standObject } from "./stand-object.ts";

// Fainter splats are haze around things; nobody means to point at them.
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
  standObject(object, context.stand);
  let centres: PlacedPoints | null = null;
  return {
    object,
    bounds: new Box3(new Vector3(...delivery.bounds.min), new Vector3(...delivery.bounds.max)),
    isSolid: false,
    raycast: (ray, options) => {
      // Half a million centres take a moment to read: only once somebody points.
      centres ??= readCentres(mesh);
      return raycastPoints([centres], ray, options);
    },
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
  mesh.forEachSplat((_index, centre, _scales, _quaternion, opacity) => {
    if (opacity >= solidOpacity) centres.push(centre.x, centre.y, centre.z);
  });
  mesh.updateMatrixWorld(true);
  return {
    points: { positions: Float32Array.from(centres), count: centres.length / 3, stride: 3, offset: 0 },
    matrix: mesh.matrixWorld.clone(),
  };
}
