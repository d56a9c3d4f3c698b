import type { ScanKind } from "@blueprint/contract/scan-formats";
import { typicalPointUncertainty } from "@blueprint/scene/measurement";

const known: Readonly<Partial<Record<ScanKind, number>>> = typicalPointUncertainty;

/**
 * Uncertainty (1 σ, metres) of a point picked on a scan: that of the scan's kind combined with that of the detail that
 * was hit. Only the bounds of the latter are known: any value within them is equally likely (JCGM 100:2008, 4.3.7).
 * @param errorM largest deviation of what was hit from the scan as uploaded
 */
export function toPickUncertainty(kind: ScanKind | undefined, errorM: number): number {
  return Math.hypot((kind && known[kind]) ?? typicalPointUncertainty.mesh, errorM / Math.sqrt(3));
}

/** A point's uncertainty (1 σ, metres) on scans of these kinds at full detail: the most precise one counts. */
export function toPointUncertainty(kinds: readonly ScanKind[]): number {
  const values = kinds.flatMap((kind) => known[kind] ?? []);
  return values.length === 0 ? typicalPointUncertainty.mesh : Math.min(...values);
}
