import { Matrix4, type Ray, type Sphere, Vector3 } from "three";
import { findNearestPoint, type PointSet } from "../scans/nearest-point.ts";
import type { RaycastOptions, SurfaceHit } from "./loaded-scan.ts";
import { fitPlaneNormal } from "./plane-fit.ts";

/** Points in their memory layout, and their placement in the scene. */
export interface PlacedPoints {
  readonly points: PointSet;
  /** From stored numbers to the scene; rotation and uniform scale only. */
  readonly matrix: Matrix4;
  /** How far a surface point may be from the nearest of these: half the gap between them, in the scene; metres. */
  readonly errorM: number;
  /** Bounding sphere in the scene; omit it to search all points. */
  readonly sphere?: Sphere;
}

const neighboursMax = 400;

/** The point picked by a ray across many sets, with the surface through its neighbours. */
export function raycastPoints(sets: Iterable<PlacedPoints>, ray: Ray, options: RaycastOptions): SurfaceHit | null {
  let nearest: { distance: number; point: Vector3; set: PlacedPoints } | null = null;
  for (const set of sets) {
    if (!mayMeet(set, ray, options)) continue;
    const inverse = new Matrix4().copy(set.matrix).invert();
    const unit = inverse.getMaxScaleOnAxis();
    const direction = ray.direction.clone().transformDirection(inverse);
    const origin = ray.origin.clone().applyMatrix4(inverse);
    const far = Math.min(options.far, nearest?.distance ?? Number.POSITIVE_INFINITY) * unit;
    const cone = {
      origin: origin.toArray(),
      direction: direction.toArray(),
      spread: options.spread,
      near: (options.near ?? 0) * unit,
      far,
    };
    const hit = findNearestPoint(set.points, cone);
    if (hit === null) continue;
    const at = set.points.offset + hit.index * set.points.stride;
    const { positions } = set.points;
    const point = new Vector3(positions[at], positions[at + 1], positions[at + 2]).applyMatrix4(set.matrix);
    nearest = { distance: hit.distance / unit, point, set };
  }
  if (nearest === null) return null;
  const { distance, point, set } = nearest;
  const normal = findNormal(set, point, Math.max(0.05, distance * options.spread * 3), ray);
  const { errorM } = set;
  return normal === null
    ? { distance, point, normal: ray.direction.clone().negate(), errorM, isLoose: true }
    : { distance, point, normal, errorM };
}

function mayMeet({ sphere }: PlacedPoints, ray: Ray, { far, spread }: RaycastOptions): boolean {
  if (sphere === undefined) return true;
  const away = sphere.center.distanceTo(ray.origin);
  if (away - sphere.radius > far) return false;
  return ray.distanceToPoint(sphere.center) <= sphere.radius + spread * (away + sphere.radius);
}

function findNormal(set: PlacedPoints, point: Vector3, radius: number, ray: Ray): Vector3 | null {
  const inverse = new Matrix4().copy(set.matrix).invert();
  const centre = point.clone().applyMatrix4(inverse);
  const reachSquared = (radius * inverse.getMaxScaleOnAxis()) ** 2;
  const { positions, count, stride, offset } = set.points;
  const near: number[] = [];
  for (let i = 0, at = offset; i < count && near.length < neighboursMax * 3; i++, at += stride) {
    const x = positions[at]! - centre.x;
    const y = positions[at + 1]! - centre.y;
    const z = positions[at + 2]! - centre.z;
    if (x * x + y * y + z * z < reachSquared) near.push(x, y, z);
  }
  const fitted = fitPlaneNormal(near);
  if (fitted === null) return null;
  const normal = new Vector3(...fitted).transformDirection(set.matrix);
  return normal.dot(ray.direction) > 0 ? normal.negate() : normal;
}
