import { type ScanPlacement, toYaw } from "@blueprint/scene/scan-placement";
import type { Quaternion } from "@blueprint/scene/scene-field";
import type { Vector3 } from "@blueprint/scene/vector";

/** Where somebody has put a scan, as the picture takes it: turned about the vertical only. */
export interface ScanStand {
  readonly position: Vector3;
  /** Radians, from above against the clock. */
  readonly yaw: number;
  readonly scale: number;
}

/** Gives every scan that somebody has placed its place. */
export function withStands<S extends { readonly id: string }>(
  scans: readonly S[],
  placements: readonly ScanPlacement[],
): (S & { readonly placement?: ScanStand })[] {
  return scans.map((scan) => {
    const placed = placements.find(({ id }) => id === scan.id);
    if (placed === undefined) return scan;
    const { position, rotation, scale } = placed;
    return { ...scan, placement: { position, yaw: toYaw(rotation), scale } };
  });
}

export function toYawRotation(radians: number): Quaternion {
  return [0, Math.sin(radians / 2), 0, Math.cos(radians / 2)];
}
