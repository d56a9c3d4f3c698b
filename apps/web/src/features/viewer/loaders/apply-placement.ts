import { Euler, Matrix4, type Object3D, Quaternion, Ray, Vector3 } from "three";
import type { ScanPlacement } from "../scans/scan-placement.ts";
import type { RaycastOptions, SurfaceHit } from "./loaded-scan.ts";

/**
 * Places an object from a scan's own frame in the blueprint's frame.
 * @returns moves it from there to another placement
 */
export function applyPlacement(object: Object3D, placement: ScanPlacement): (placement: ScanPlacement) => void {
  object.updateMatrix();
  const own = object.matrix.clone();
  const move = (to: ScanPlacement) => {
    toPlacementMatrix(to).multiply(own).decompose(object.position, object.quaternion, object.scale);
    object.updateMatrix();
    object.updateMatrixWorld(true);
  };
  move(placement);
  return move;
}

/** From a scan's own frame to the blueprint's. */
export function toPlacementMatrix({ position, yaw, tilt = [0, 0], scale }: ScanPlacement): Matrix4 {
  const turn = new Quaternion().setFromEuler(new Euler(tilt[0], yaw, tilt[1], "YXZ"));
  return new Matrix4().compose(new Vector3(...position), turn, new Vector3(scale, scale, scale));
}

/** Transforms rays of the scene into an object's own frame for a raycast, and the hit back. */
export function raycastPlaced<Missed extends null | undefined>(
  object: Object3D,
  ray: Ray,
  options: RaycastOptions,
  raycast: (ray: Ray, options: RaycastOptions) => SurfaceHit | Missed,
): SurfaceHit | Missed {
  const scale = object.matrixWorld.getMaxScaleOnAxis();
  const inverse = object.matrixWorld.clone().invert();
  const own = new Ray(ray.origin.clone().applyMatrix4(inverse), ray.direction.clone().transformDirection(inverse));
  const hit = raycast(own, { ...options, near: (options.near ?? 0) / scale, far: options.far / scale });
  if (hit === null || hit === undefined) return hit as Missed;
  return {
    point: hit.point.applyMatrix4(object.matrixWorld),
    normal: hit.normal.transformDirection(object.matrixWorld),
    distance: hit.distance * scale,
    errorM: hit.errorM * scale,
  };
}
