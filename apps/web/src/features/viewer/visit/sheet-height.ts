/** Heights of the sheet at the bottom of a phone's screen, lowest first. */
export const sheetHeights = ["peek", "half", "full"] as const;
export type SheetHeight = (typeof sheetHeights)[number];

// A faster flick decides by its direction, however short it is.
const flickPxPerMs = 0.5;

/** The next height up or down; the ends stay. */
export function stepSheet(height: SheetHeight, by: 1 | -1): SheetHeight {
  const at = sheetHeights.indexOf(height) + by;
  return sheetHeights[Math.min(sheetHeights.length - 1, Math.max(0, at))]!;
}

/**
 * Where a dragged sheet comes to rest.
 * @param shownPx how much of the sheet is shown when it is let go
 * @param heightsPx of every height, lowest first
 * @param speedPxPerMs positive is up
 * @returns null if the sheet was pulled down to close it
 */
export function settleSheet(
  shownPx: number,
  heightsPx: readonly [peek: number, half: number, full: number],
  speedPxPerMs: number,
): SheetHeight | null {
  if (speedPxPerMs > flickPxPerMs) return sheetHeights[heightsPx.findIndex((px) => px > shownPx)] ?? "full";
  if (speedPxPerMs < -flickPxPerMs) {
    const below = heightsPx.findLastIndex((px) => px < shownPx);
    return below < 0 ? null : sheetHeights[below]!;
  }
  if (shownPx < heightsPx[0] / 2) return null;
  const distances = heightsPx.map((px) => Math.abs(px - shownPx));
  return sheetHeights[distances.indexOf(Math.min(...distances))]!;
}
