import { Quaternion, type Ray, Vector3 } from "three";
import type { RaycastOptions, SurfaceHit } from "./loaded-scan.ts";
import type { SplatShapes } from "./read-spz.ts";

/** Flat splats as the discs they resemble: centre, normal and radius of each; scene coordinates. */
export interface SplatDiscs {
  readonly count: number;
  readonly centres: Float32Array;
  readonly normals: Float32Array;
  readonly radii: Float32Array;
}

// Fainter splats are haze around objects, and not a target for picks.
const solidOpacity = 0.3;
/** Standard deviations from the centre within which a disc looks solid. */
export const solidReach = 1.5;

/** Extracts discs from splats, in the splats' frame. */
export function readDiscs(splats: SplatShapes): SplatDiscs {
  const centres: number[] = [];
  const normals: number[] = [];
  const radii: number[] = [];
  const normal = new Vector3();
  const rotation = new Quaternion();
  for (let i = 0; i < splats.count; i++) {
    if (splats.opacities[i]! < solidOpacity * 255) continue;
    const sizes = [...splats.scales.subarray(i * 3, i * 3 + 3)];
    const thin = sizes.indexOf(Math.min(...sizes));
    const wide = sizes.filter((_, axis) => axis !== thin);
    rotation.fromArray(splats.rotations, i * 4);
    normal.set(thin === 0 ? 1 : 0, thin === 1 ? 1 : 0, thin === 2 ? 1 : 0).applyQuaternion(rotation);
    centres.push(...splats.centres.subarray(i * 3, i * 3 + 3));
    normals.push(normal.x, normal.y, normal.z);
    // Radius of the circle with the ellipse's area.
    radii.push(Math.sqrt(wide[0]! * wide[1]!) * solidReach);
  }
  return {
    count: radii.length,
    centres: Float32Array.from(centres),
    normals: Float32Array.from(normals),
    radii: Float32Array.from(radii),
  };
}

/**
 * The nearest disc hit by a ray. A disc seen edge-on is as wide as the ray's cone; otherwise the hit is on the disc's
 * plane, so that points off a splat's centre get the right depth.
 */
export function raycastDiscs(
  discs: SplatDiscs,
  ray: Ray,
  { near = 0, far, spread }: RaycastOptions,
): SurfaceHit | null {
  const { origin, direction } = ray;
  let nearest = far;
  let found = -1;
  for (let i = 0; i < discs.count; i++) {
    const x = discs.centres[i * 3]! - origin.x;
    const y = discs.centres[i * 3 + 1]! - origin.y;
    const z = discs.centres[i * 3 + 2]! - origin.z;
    const along = x * direction.x + y * direction.y + z * direction.z;
    const radius = discs.radii[i]! + spread * Math.max(0, along);
    if (along <= 0 || along - radius > nearest) continue;
    const offAxis = x * x + y * y + z * z - along * along;
    if (offAxis > radius * radius) continue;
    const distance = toPlane(discs, i, ray, along, radius);
    if (distance !== null && distance > near && distance < nearest) {
      nearest = distance;
      found = i;
    }
  }
  if (found < 0) return null;
  const normal = new Vector3(...discs.normals.subarray(found * 3, found * 3 + 3));
  if (normal.dot(direction) > 0) normal.negate();
  return { point: ray.at(nearest, new Vector3()), normal, distance: nearest, errorM: discs.radii[found]! };
}

/** Metres to where the ray crosses a disc's plane within its radius; to its centre if seen edge-on. */
function toPlane({ centres, normals }: SplatDiscs, i: number, ray: Ray, along: number, radius: number): number | null {
  const normal = [normals[i * 3]!, normals[i * 3 + 1]!, normals[i * 3 + 2]!] as const;
  const { origin, direction } = ray;
  const slope = normal[0] * direction.x + normal[1] * direction.y + normal[2] * direction.z;
  if (Math.abs(slope) < 0.1) return along;
  const offset = [centres[i * 3]! - origin.x, centres[i * 3 + 1]! - origin.y, centres[i * 3 + 2]! - origin.z] as const;
  const distance = (normal[0] * offset[0] + normal[1] * offset[1] + normal[2] * offset[2]) / slope;
  const beside = Math.hypot(
    direction.x * distance - offset[0],
    direction.y * distance - offset[1],
    direction.z * distance - offset[2],
  );
  return beside <= radius ? distance : null;
}
