import type { ScanKind } from "@blueprint/contract/scan-formats";
import type { ViewerScan } from "./viewer.ts";

/** What people call each kind of scan. */
export const scanKindLabels: Record<ScanKind, string> = {
  mesh: "3D model",
  "point-cloud": "Point cloud",
  splat: "Photo-real scan",
  panorama: "Panorama",
  plan: "Floor plan",
};

/** What each scan is called, by id: its own label, else its kind, numbered where there are several of one. */
export function labelScans(scans: readonly Pick<ViewerScan, "id" | "kind" | "label">[]): ReadonlyMap<string, string> {
  const totals = new Map<ScanKind, number>();
  const unnamed = scans.filter(({ label }) => label === undefined);
  for (const scan of unnamed) totals.set(scan.kind, (totals.get(scan.kind) ?? 0) + 1);
  const seen = new Map<ScanKind, number>();
  const labels = new Map<string, string>();
  for (const { id, label } of scans) if (label !== undefined) labels.set(id, label);
  for (const { id, kind } of unnamed) {
    const number = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, number);
    labels.set(id, (totals.get(kind) ?? 0) > 1 ? `${scanKindLabels[kind]} ${number}` : scanKindLabels[kind]);
  }
  return labels;
}
