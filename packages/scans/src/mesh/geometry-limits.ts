import type { Bounds, PreflightReport } from "@blueprint/contract/scan-report";

/** Coordinates beyond this (metres) lose more than half a millimetre as 32-bit floats, so the scan is recentred. */
export const localCoordinateMax = 4096;

const venueExtentMax = 2000;
const venueExtentMin = 0.3;

export function longestExtent(bounds: Bounds): number {
  return Math.max(...[0, 1, 2].map((axis) => bounds.max[axis]! - bounds.min[axis]!));
}

/** Warnings about a scan's location and size; `metresPerUnit` is 1 if the unit is unknown. */
export function boundsWarnings(bounds: Bounds, metresPerUnit = 1): PreflightReport["warnings"] {
  const warnings: PreflightReport["warnings"] = [];
  const extent = longestExtent(bounds) * metresPerUnit;
  if (extent > venueExtentMax || extent < venueExtentMin) warnings.push("scan-size-unusual");
  const farthest = Math.max(...[...bounds.min, ...bounds.max].map((value) => Math.abs(value * metresPerUnit)));
  if (farthest > localCoordinateMax) warnings.push("scan-large-coordinates");
  return warnings;
}
