import type { ScanShare } from "../view-budget.ts";

/** Pixels of error before a finer tile is fetched. */
export const tileErrorTarget: Readonly<Record<ScanShare["device"], number>> = { desktop: 16, phone: 22 };
// The converter counts four pixels of error per distance between points.
const errorPerSpacing = 4;
// Sizes are measured for a view 90° high; the scene's is about 50°.
const lensFactor = 2.2;
const pointPxMax = 24;
const pixelRatioMax = 2;

/** How large points are drawn: as large as the gaps between them, within bounds. */
export interface PointSize {
  /** Metres; 0 where finer points fill the gaps. */
  readonly sizeM: number;
  /** Device pixels. */
  readonly pxMin: number;
  readonly pxMax: number;
}

/** @param spacingM between neighbours @param cssPxMin of a point far away */
export function sizePoints(spacingM: number, cssPxMin: number): PointSize {
  const ratio = Math.min(window.devicePixelRatio, pixelRatioMax);
  return { sizeM: spacingM * lensFactor, pxMin: cssPxMin * ratio, pxMax: pointPxMax * ratio };
}

/** Only the finest tiles show gaps: above them, children fill in before gaps open. */
export function sizeTilePoints(
  tile: { readonly geometricError: number; readonly children?: readonly unknown[] },
  device: ScanShare["device"],
): PointSize {
  const isFinest = (tile.children ?? []).length === 0;
  return sizePoints(
    isFinest ? tile.geometricError / errorPerSpacing : 0,
    tileErrorTarget[device] / errorPerSpacing + 0.5,
  );
}
