import { lookDirection, subtract } from "../camera/camera-pose.ts";
import { sortByDistance } from "../scans/choose-scans.ts";
import type { PlacedScan } from "../scans/scan-placement.ts";

/** Largest angle between a step and the requested direction, seen from above. */
const cornerMax = Math.PI / 3;

/**
 * The nearest panorama in a direction.
 * @param yaw heading in radians, 0 towards −z, increasing to the left
 */
export function findPanoramaTowards(
  panoramas: readonly PlacedScan[],
  from: PlacedScan,
  yaw: number,
): PlacedScan | undefined {
  const here = from.delivery.startView.position;
  const [x, , z] = lookDirection(yaw, 0);
  const others = panoramas.filter((scan) => scan.id !== from.id && scan.isPositionKnown && from.isPositionKnown);
  return sortByDistance(others, here).find(({ delivery }) => {
    const [dx, , dz] = subtract(delivery.startView.position, here);
    const level = Math.hypot(dx, dz);
    return level > 0.05 && (dx * x + dz * z) / level > Math.cos(cornerMax);
  });
}

/** The next or previous panorama in order, wrapping around. */
export function findPanoramaBeside<Panorama extends { readonly id: string }>(
  panoramas: readonly Panorama[],
  fromId: string,
  by: 1 | -1,
): Panorama | undefined {
  const index = panoramas.findIndex(({ id }) => id === fromId);
  if (index < 0 || panoramas.length < 2) return undefined;
  return panoramas[(index + by + panoramas.length) % panoramas.length];
}
