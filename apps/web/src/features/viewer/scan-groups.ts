import type { ScanKind } from "@blueprint/contract/scan-formats";
import type { ViewerScan } from "./viewer.ts";

/** Scans that make sense in one picture. */
export interface ScanGroup<S extends ViewerScan = ViewerScan> {
  readonly id: string;
  readonly label: string;
  readonly scans: readonly S[];
}

const kindLabels: Record<ScanKind, string> = {
  mesh: "3D model",
  "point-cloud": "Point cloud",
  splat: "Photo-real scan",
  panorama: "Panorama",
};

/**
 * Each scan is a picture of its own until scans can be placed beside each other: laid over one another at their
 * own origins they would hide each other.
 */
export function groupScans<S extends ViewerScan>(scans: readonly S[]): ScanGroup<S>[] {
  const totals = new Map<ScanKind, number>();
  for (const scan of scans) totals.set(scan.kind, (totals.get(scan.kind) ?? 0) + 1);
  const seen = new Map<ScanKind, number>();
  return scans.map((scan) => {
    const number = (seen.get(scan.kind) ?? 0) + 1;
    seen.set(scan.kind, number);
    const label = kindLabels[scan.kind];
    return { id: scan.id, label: (totals.get(scan.kind) ?? 0) > 1 ? `${label} ${number}` : label, scans: [scan] };
  });
}
