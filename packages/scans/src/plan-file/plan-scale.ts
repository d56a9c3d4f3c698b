import type { FrameAnswers } from "@blueprint/contract/scan-report";
import { unscaledLongestM } from "./plan-limits.ts";

export interface SheetSize {
  /** In whatever the page is measured in: points, pixels, units of a drawing. */
  readonly width: number;
  readonly height: number;
  /** Width on paper, metres, where that is known. */
  readonly paperWidthM: number | undefined;
}

export interface SheetScale {
  /** Metres in the building for one unit of the sheet. */
  readonly metresPerUnit: number;
  /** False: nobody knows, and a size had to be assumed. */
  readonly isKnown: boolean;
}

/**
 * How large a sheet is in the building: what a person said of its width, or its scale with its size on paper. The answer
 * for the width is about the first sheet; the others have the same scale.
 */
export function toSheetScale(first: SheetSize, { sheetWidthM, drawingScale }: FrameAnswers): SheetScale {
  if (sheetWidthM !== undefined) return { metresPerUnit: sheetWidthM / first.width, isKnown: true };
  if (drawingScale !== undefined && first.paperWidthM !== undefined) {
    return { metresPerUnit: (first.paperWidthM * drawingScale) / first.width, isKnown: true };
  }
  return { metresPerUnit: unscaledLongestM / Math.max(first.width, first.height), isKnown: false };
}
