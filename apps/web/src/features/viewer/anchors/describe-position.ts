import { englishWording, type Wording } from "../../../lib/visitor-texts/wording.ts";
import { sortByDistance } from "../scans/choose-scans.ts";
import { applyPlacements } from "../scans/scan-placement.ts";
import type { Vector3Tuple, ViewerScan } from "../scene/scene.ts";
import { directionInWords, positionInWords } from "./position-in-words.ts";

/** An anchor's position in words, as precisely as the blueprint's first scan allows; null without a scan. */
export function describePosition(
  position: Vector3Tuple,
  scans: readonly ViewerScan[],
  wording: Wording = englishWording,
): string | null {
  const placed = applyPlacements(scans);
  const scan = placed.find(({ kind }) => kind !== "panorama");
  if (scan !== undefined)
    return positionInWords(position, scan.delivery.startView, scan.delivery.bounds.min[1], wording);
  // Of several panoramas, the nearest shows it best.
  const [nearest] = sortByDistance(placed, position);
  if (nearest === undefined) return null;
  const direction = directionInWords(position, nearest.delivery.startView, wording);
  return nearest.label === undefined || placed.length < 2
    ? direction
    : wording.t("position.seenFrom", { direction, name: nearest.label });
}
