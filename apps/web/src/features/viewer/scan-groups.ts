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
  plan: "Floor plan",
};

/**
 * Each scan is a picture of its own until scans can be placed beside each other: laid over one another at their
 * own origins they would hide each other.
 */
export function groupScans<S extends ViewerScan>(scans: readonly S[]): ScanGroup<S>[] {
  // Who opens a place wants to be in it: what was drawn of it comes last.
  const ordered = [...scans.filter(({ kind }) => kind !== "plan"), ...scans.filter(({ kind }) => kind === "plan")];
  const totals = new Map<ScanKind, number>();
  for (const scan of ordered) totals.set(scan.kind, (totals.get(scan.kind) ?? 0) + 1);
  const seen = new Map<ScanKind, number>();
  return ordered.map((scan) => {
    const number = (seen.get(scan.kind) ?? 0) + 1;
    seen.set(scan.kind, number);
    const label = kindLabels[scan.kind];
    return { id: scan.id, label: (totals.get(scan.kind) ?? 0) > 1 ? `${label} ${number}` : label, scans: [scan] };
  });
}
