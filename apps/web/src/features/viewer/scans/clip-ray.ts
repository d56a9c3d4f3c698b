import type { Ray } from "three";
import type { RaycastOptions } from "../loaders/loaded-scan.ts";

/** Limits a raycast to what lies below a horizontal cut; null if the ray never gets there. @param cutM no cut if null */
export function clipRay(ray: Ray, options: RaycastOptions, cutM: number | null): RaycastOptions | null {
  if (cutM === null) return options;
  const rise = ray.direction.y;
  const crossing = (cutM - ray.origin.y) / rise;
  if (ray.origin.y <= cutM) return rise > 0 ? { ...options, far: Math.min(options.far, crossing) } : options;
  return rise < 0 && crossing < options.far ? { ...options, near: crossing } : null;
}
