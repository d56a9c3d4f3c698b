import { fromHalf, unpackSplat } from "@sparkjsdev/spark";
import type { Ray } from "three";
import type { RaycastOptions, SurfaceHit } from "./loaded-scan.ts";
import { raycastDiscs, readDiscs, solidReach } from "./raycast-discs.ts";
import type { SplatShapes } from "./read-spz.ts";

/** Splats as the splat renderer packs them, in their mesh's frame. */
export interface DrawnSplats {
  /** Four words per splat. */
  readonly packed: Uint32Array;
  /** Positions in `packed` of what is drawn. */
  readonly indices: Uint32Array;
  /** Number of indices in use. */
  readonly count: number;
  /** Natural logarithms of the least and the greatest standard deviation. */
  readonly lnScaleMin: number;
  readonly lnScaleMax: number;
  /** Opacities reach 2 instead of 1: merged splats are denser. */
  readonly lodOpacity: boolean;
}

/** How far a hit may be from the splat's true position: half a step of the packed coordinate, relative to its size. */
const halfStep = 2 ** -11;
let halves: Float32Array | null = null;

/** The nearest of the drawn splats hit by a ray. Only those near the ray are unpacked: there may be a million others. */
export function raycastDrawnSplats(splats: DrawnSplats, ray: Ray, options: RaycastOptions): SurfaceHit | null {
  const near = findNear(splats, ray, options);
  if (near.length === 0) return null;
  const hit = raycastDiscs(readDiscs(unpack(splats, near)), ray, options);
  if (hit === null) return null;
  const reach = Math.max(...hit.point.toArray().map(Math.abs));
  return { ...hit, errorM: hit.errorM + reach * halfStep };
}

/** Positions in `packed` of the splats that the ray's cone may meet. */
function findNear(
  { packed, indices, count, lnScaleMin, lnScaleMax }: DrawnSplats,
  { origin, direction }: Ray,
  { far, spread }: RaycastOptions,
): number[] {
  halves ??= Float32Array.from({ length: 65_536 }, (_, bits) => fromHalf(bits));
  const toNumber = halves;
  const step = (lnScaleMax - lnScaleMin) / 254;
  // Code 0 means a size of zero.
  const reaches = Float32Array.from({ length: 256 }, (_, code) =>
    code === 0 ? 0 : Math.exp(lnScaleMin + (code - 1) * step) * solidReach,
  );
  const near: number[] = [];
  for (let at = 0; at < count; at++) {
    const index = indices[at]!;
    const from = index * 4;
    const place = packed[from + 1]!;
    const x = toNumber[place & 65_535]! - origin.x;
    const y = toNumber[place >>> 16]! - origin.y;
    const z = toNumber[packed[from + 2]! & 65_535]! - origin.z;
    const along = x * direction.x + y * direction.y + z * direction.z;
    if (along <= 0) continue;
    const sizes = packed[from + 3]!;
    const reach = reaches[Math.max(sizes & 255, (sizes >>> 8) & 255, (sizes >>> 16) & 255)]!;
    const radius = reach + spread * along;
    if (along - radius > far || x * x + y * y + z * z - along * along > radius * radius) continue;
    near.push(index);
  }
  return near;
}

function unpack({ packed, lnScaleMin, lnScaleMax, lodOpacity }: DrawnSplats, found: readonly number[]): SplatShapes {
  const count = found.length;
  const centres = new Float32Array(count * 3);
  const scales = new Float32Array(count * 3);
  const rotations = new Float32Array(count * 4);
  const opacities = new Uint8Array(count);
  for (const [at, index] of found.entries()) {
    const { center, scales: sizes, quaternion, opacity } = unpackSplat(packed, index, { lnScaleMin, lnScaleMax });
    center.toArray(centres, at * 3);
    sizes.toArray(scales, at * 3);
    quaternion.toArray(rotations, at * 4);
    opacities[at] = Math.min(1, lodOpacity ? opacity * 2 : opacity) * 255;
  }
  return { count, centres, scales, rotations, opacities };
}
