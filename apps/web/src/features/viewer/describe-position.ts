import type { ScanDelivery } from "@blueprint/contract/scans";
import { directionInWords, positionInWords } from "./position-in-words.ts";
import { placeScans } from "./scan-placement.ts";
import type { Vector3Tuple, ViewerScan } from "./viewer.ts";

/** An anchor's place in words, as far as the blueprint's first scan allows; null without a scan. */
export function describePosition(position: Vector3Tuple, scans: readonly ViewerScan[]): string | null {
  const placed = placeScans(scans);
  const scan = placed.find(({ kind }) => kind !== "panorama") ?? placed[0];
  if (scan === undefined) return null;
  const { startView }: ScanDelivery = scan.delivery;
  return scan.kind === "panorama"
    ? directionInWords(position, startView)
    : positionInWords(position, startView, scan.delivery.bounds.min[1]);
}
