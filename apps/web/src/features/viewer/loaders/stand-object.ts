import { Matrix4, type Object3D, Quaternion, Ray, Vector3 } from "three";
import type { ScanPlacement } from "../scan-placement.ts";
import type { RaycastOptions, SurfaceHit } from "./loaded-scan.ts";

const up = new Vector3(0, 1, 0);

/** Puts an object that lies in a scan's own frame into its place in the blueprint's. */
export function standObject(object: Object3D, { position, yaw, scale }: ScanPlacement): void {
  const turn = new Quaternion().setFromAxisAngle(up, yaw);
  object.applyMatrix4(new Matrix4().compose(new Vector3(...position), turn, new Vector3(scale, scale, scale)));
  object.updateMatrixWorld(true);
}

/** Rays of the scene against something that knows only its own frame, which an object has put into its place. */
export function raycastStanding(
  object: Object3D,
  ray: Ray,
  options: RaycastOptions,
  raycast: (ray: Ray, options: RaycastOptions) => SurfaceHit | null,
): SurfaceHit | null {
  const scale = object.matrixWorld.getMaxScaleOnAxis();
  const inverse = object.matrixWorld.clone().invert();
  const own = new Ray(ray.origin.clone().applyMatrix4(inverse), ray.direction.clone().transformDirection(inverse));
  const hit = raycast(own, { ...options, far: options.far / scale });
  if (hit === null) return null;
  return {
    point: hit.point.applyMatrix4(object.matrixWorld),
    normal: hit.normal.transformDirection(object.matrixWorld),
    distance: hit.distance * scale,
  };
}
