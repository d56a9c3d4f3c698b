import { fromTurns, type ScanPlacement, toTurns } from "@blueprint/scene/scan-placement";
import type { SpaceSimilarity } from "@blueprint/scene/similarity";
import type { ScanPlacement as ViewerPlacement } from "../../../viewer/viewer.ts";

/** Adds the placement to every scan that has one. */
export function withPlacements<S extends { readonly id: string }>(
  scans: readonly S[],
  placements: readonly ScanPlacement[],
): (S & { readonly placement?: ViewerPlacement })[] {
  return scans.map((scan) => {
    const placed = placements.find(({ id }) => id === scan.id);
    if (placed === undefined) return scan;
    const { yaw, pitch, roll } = toTurns(placed.rotation);
    const tilt = pitch === 0 && roll === 0 ? {} : { tilt: [pitch, roll] as const };
    return { ...scan, placement: { position: placed.position, yaw, ...tilt, scale: placed.scale } };
  });
}

/** A placement as the 3D view takes it, as the document stores it. */
export function toSimilarity({ position, yaw, tilt = [0, 0], scale }: ViewerPlacement): SpaceSimilarity {
  return { position, rotation: fromTurns({ yaw, pitch: tilt[0], roll: tilt[1] }), scale };
}
