import type { ScanKind } from "@blueprint/contract/scan-formats";
import { englishWording, type Wording } from "../../../lib/visitor-texts/wording.ts";
import type { ViewerScan } from "../scene/scene.ts";

const kindTexts = {
  mesh: "scans.mesh",
  "point-cloud": "scans.pointCloud",
  splat: "scans.splat",
  panorama: "scans.panorama",
  plan: "scans.planKind",
} as const satisfies Record<ScanKind, string>;

/** Display name of a kind of scan. */
export function labelScanKind(kind: ScanKind, { t }: Wording = englishWording): string {
  return t(kindTexts[kind]);
}

/** Display names by scan id: the scan's label, otherwise its kind, numbered if there are several. */
export function labelScans(
  scans: readonly Pick<ViewerScan, "id" | "kind" | "label">[],
  wording: Wording = englishWording,
): ReadonlyMap<string, string> {
  const totals = new Map<ScanKind, number>();
  const unnamed = scans.filter(({ label }) => label === undefined);
  for (const scan of unnamed) totals.set(scan.kind, (totals.get(scan.kind) ?? 0) + 1);
  const seen = new Map<ScanKind, number>();
  const labels = new Map<string, string>();
  for (const { id, label } of scans) if (label !== undefined) labels.set(id, label);
  for (const { id, kind } of unnamed) {
    const number = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, number);
    const label = labelScanKind(kind, wording);
    labels.set(id, (totals.get(kind) ?? 0) > 1 ? `${label} ${number}` : label);
  }
  return labels;
}
