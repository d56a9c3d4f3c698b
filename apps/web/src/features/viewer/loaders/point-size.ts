import type { ErrorTarget } from "./paced-error.ts";

// The converter declares an error of four times the point spacing.
const errorPerSpacing = 4;
/** Neighbouring points are at most one pixel apart at rest and two while the camera moves. */
export const pointErrorTarget: ErrorTarget = { atRest: errorPerSpacing, moving: 2 * errorPerSpacing };
const cssPxMin = 1.5;
/** CSS pixels. A mesh file may contain loose points besides triangles; glTF would draw them one pixel wide. */
export const loosePointPx = 3;
const pointPxMax = 24;
const pixelRatioMax = 2;

/** Point size: matches the spacing between points, within limits. */
export interface PointSize {
  /** Diameter, metres; 0 for the smallest points. */
  readonly sizeM: number;
  /** Device pixels. */
  readonly pxMin: number;
  readonly pxMax: number;
}

/** @param spacingM between neighbours, in the scene @param pxMin smallest size, CSS pixels */
export function sizePoints(spacingM: number, pxMin = cssPxMin): PointSize {
  const ratio = Math.min(window.devicePixelRatio, pixelRatioMax);
  return { sizeM: spacingM, pxMin: pxMin * ratio, pxMax: pointPxMax * ratio };
}

/** Spacing of a tile's own points, metres of the scan's own frame. */
export const toSpacingM = ({ geometricError }: { readonly geometricError: number }) => geometricError / errorPerSpacing;
