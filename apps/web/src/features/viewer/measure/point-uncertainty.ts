import type { ScanKind } from "@blueprint/contract/scan-formats";
import { typicalPointUncertainty } from "@blueprint/scene/measurement";

/** What a point is known to (1 σ, metres) where it was found on scans of these kinds: the best of them decides. */
export function toPointUncertainty(kinds: readonly ScanKind[]): number {
  const known: Readonly<Partial<Record<ScanKind, number>>> = typicalPointUncertainty;
  const values = kinds.flatMap((kind) => known[kind] ?? []);
  return values.length === 0 ? typicalPointUncertainty.mesh : Math.min(...values);
}
