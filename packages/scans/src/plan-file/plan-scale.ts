import type { FrameAnswers } from "@blueprint/contract/scan-report";
import { unscaledLongestM } from "./plan-limits.ts";

export interface SheetSize {
  /** In the page's own measure: points, pixels or drawing units. */
  readonly width: number;
  readonly height: number;
  /** Width on paper, metres, if known. */
  readonly paperWidthM: number | undefined;
}

export interface SheetScale {
  /** Metres in the building per unit of the sheet. */
  readonly metresPerUnit: number;
  /** False if unknown, so that a size was assumed. */
  readonly isKnown: boolean;
}

/**
 * The size of a sheet in the building: from the width a person entered, or from its scale and size on paper. The
 * entered width refers to the first sheet; the others have the same scale.
 */
export function toSheetScale(first: SheetSize, { sheetWidthM, drawingScale }: FrameAnswers): SheetScale {
  if (sheetWidthM !== undefined) return { metresPerUnit: sheetWidthM / first.width, isKnown: true };
  if (drawingScale !== undefined && first.paperWidthM !== undefined) {
    return { metresPerUnit: (first.paperWidthM * drawingScale) / first.width, isKnown: true };
  }
  return { metresPerUnit: unscaledLongestM / Math.max(first.width, first.height), isKnown: false };
}
