import {
  Box3,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  Plane,
  PlaneGeometry,
  SRGBColorSpace,
  TextureLoader,
  Vector3,
} from "three";
import { type LoadedScan, ScanLoadError, type ScanLoader } from "./loaded-scan.ts";

/** A plan as a scan: its first sheet lies on the floor as an image. */
export const loadPlanSheet: ScanLoader = async (delivery, { signal, invalidate }) => {
  const texture = await new TextureLoader().loadAsync(delivery.entryUrl).catch((cause: unknown) => {
    throw new ScanLoadError("unreachable", { cause: cause instanceof Error ? cause : undefined });
  });
  if (signal.aborted) {
    texture.dispose();
    throw new ScanLoadError("unreachable");
  }
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  const bounds = new Box3(new Vector3(...delivery.bounds.min), new Vector3(...delivery.bounds.max));
  const size = bounds.getSize(new Vector3());
  const geometry = new PlaneGeometry(size.x, size.z).rotateX(-Math.PI / 2);
  const material = new MeshBasicMaterial({ map: texture, side: DoubleSide });
  const sheet = new Mesh(geometry, material);
  sheet.position.copy(bounds.getCenter(new Vector3()));
  sheet.updateMatrixWorld(true);
  const floor = new Plane(new Vector3(0, 1, 0), -bounds.min.y);
  invalidate();
  return {
    object: sheet,
    bounds,
    isSolid: true,
    raycast: (ray, { near = 0, far }) => {
      const point = ray.intersectPlane(floor, new Vector3());
      if (point === null || point.x < bounds.min.x || point.x > bounds.max.x) return null;
      if (point.z < bounds.min.z || point.z > bounds.max.z) return null;
      const distance = point.distanceTo(ray.origin);
      if (distance < near || distance > far) return null;
      return { point, distance, normal: new Vector3(0, ray.direction.y < 0 ? 1 : -1, 0), errorM: 0 };
    },
    dispose: () => {
      texture.dispose();
      geometry.dispose();
      material.dispose();
    },
  } satisfies LoadedScan;
};
