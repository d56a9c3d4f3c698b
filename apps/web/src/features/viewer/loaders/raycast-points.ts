import { Matrix4, type Ray, type Sphere, Vector3 } from "three";
import { findNearestPoint, type PointSet } from "../nearest-point.ts";
import type { RaycastOptions, SurfaceHit } from "./loaded-scan.ts";
import { fitPlaneNormal } from "./plane-fit.ts";

/** Points as they lie in memory, and where they stand in the scene. */
export interface PlacedPoints {
  readonly points: PointSet;
  /** From the numbers in memory to the scene; turns and scales evenly. */
  readonly matrix: Matrix4;
  /** Around all of them, in the scene; absent where everything is to be searched. */
  readonly sphere?: Sphere;
}

const neighboursMax = 400;

/** The point a ray means among many sets, and the surface its neighbours lie on. */
export function raycastPoints(sets: Iterable<PlacedPoints>, ray: Ray, options: RaycastOptions): SurfaceHit | null {
  let nearest: { distance: number; point: Vector3; set: PlacedPoints } | null = null;
  for (const set of sets) {
    if (!mayMeet(set, ray, options)) continue;
    const inverse = new Matrix4().copy(set.matrix).invert();
    const unit = inverse.getMaxScaleOnAxis();
    const direction = ray.direction.clone().transformDirection(inverse);
    const origin = ray.origin.clone().applyMatrix4(inverse);
    const far = Math.min(options.far, nearest?.distance ?? Number.POSITIVE_INFINITY) * unit;
    const cone = { origin: origin.toArray(), direction: direction.toArray(), spread: options.spread, far };
    const hit = findNearestPoint(set.points, cone);
    if (hit === null) continue;
    const at = set.points.offset + hit.index * set.points.stride;
    const { positions } = set.points;
    const point = new Vector3(positions[at], positions[at + 1], positions[at + 2]).applyMatrix4(set.matrix);
    nearest = { distance: hit.distance / unit, point, set };
  }
  if (nearest === null) return null;
  const { distance, point, set } = nearest;
  return { distance, point, normal: findNormal(set, point, Math.max(0.05, distance * options.spread * 3), ray) };
}

function mayMeet({ sphere }: PlacedPoints, ray: Ray, { far, spread }: RaycastOptions): boolean {
  if (sphere === undefined) return true;
  const away = sphere.center.distanceTo(ray.origin);
  if (away - sphere.radius > far) return false;
  return ray.distanceToPoint(sphere.center) <= sphere.radius + spread * (away + sphere.radius);
}

function findNormal(set: PlacedPoints, point: Vector3, radius: number, ray: Ray): Vector3 {
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
  if (fitted === null) return ray.direction.clone().negate();
  const normal = new Vector3(...fitted).transformDirection(set.matrix);
  return normal.dot(ray.direction) > 0 ? normal.negate() : normal;
}
