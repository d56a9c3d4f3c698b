import type { SignFormat } from "@blueprint/contract/sign-sheets";
import type { Box } from "./sheet-layout.ts";

/** Type sizes in points; texts shrink from the first to the second to fit. */
type TypeRange = readonly [max: number, min: number];

/** How a format arranges one face of a sign. Boxes are in millimetres from the face's top left corner. */
export interface FaceDesign {
  readonly width: number;
  readonly height: number;
  /** The square of the code and its quiet zone. */
  readonly panel: Box;
  /** Title and instruction line. */
  readonly text: Box;
  /** The title block: short code, address, logo. */
  readonly block: Box;
  /** How the title block is set: cells in a row, one above the other, or in a row turned upwards. */
  readonly blockKind: "row" | "stack" | "turned";
  readonly titlePt: TypeRange;
  readonly linePt: TypeRange;
  readonly addressPt: TypeRange;
  readonly codePt: number;
  readonly measurePt: number;
}

/** A sign has one face, or two back to back: a tent card's upper half stands on its head. */
export interface SignDesign {
  readonly face: FaceDesign;
  readonly isFolded: boolean;
  readonly hasSlot: boolean;
}

interface Upright {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
  readonly top: number;
  readonly block: number;
  /** Between the panel, which a measure hangs under, and the text. */
  readonly gap: number;
}

/** The code across the whole width, the text beneath, the title block at the foot. */
function arrangeUpright({ width, height, margin, top, block, gap }: Upright) {
  const inner = width - 2 * margin;
  const textTop = top + inner + gap;
  const blockTop = height - margin - block;
  return {
    width,
    height,
    panel: { x: margin, y: top, width: inner, height: inner },
    text: { x: margin, y: textTop, width: inner, height: blockTop - gap / 3 - textTop },
    block: { x: margin, y: blockTop, width: inner, height: block },
    blockKind: "row",
  } as const;
}

const flat = { isFolded: false, hasSlot: false } as const;

export const signDesigns: Readonly<Record<SignFormat, SignDesign>> = {
  a4: {
    ...flat,
    face: {
      ...arrangeUpright({ width: 210, height: 297, margin: 16, top: 16, block: 18, gap: 14 }),
      ...{ titlePt: [46, 18], linePt: [19, 12], addressPt: [11, 7], codePt: 17, measurePt: 7 },
    },
  },
  letter: {
    ...flat,
    face: {
      ...arrangeUpright({ width: 215.9, height: 279.4, margin: 18, top: 16, block: 17, gap: 12 }),
      ...{ titlePt: [40, 16], linePt: [18, 12], addressPt: [11, 7], codePt: 17, measurePt: 7 },
    },
  },
  a5: {
    ...flat,
    face: {
      ...arrangeUpright({ width: 148, height: 210, margin: 11, top: 11, block: 13, gap: 10 }),
      ...{ titlePt: [32, 12], linePt: [14, 9], addressPt: [8, 6], codePt: 12.5, measurePt: 6 },
    },
  },
  a6: {
    ...flat,
    face: {
      ...arrangeUpright({ width: 105, height: 148, margin: 8, top: 8, block: 10, gap: 8 }),
      ...{ titlePt: [23, 9], linePt: [10.5, 7], addressPt: [6.5, 5], codePt: 9.5, measurePt: 5 },
    },
  },
  lanyard: {
    isFolded: false,
    hasSlot: true,
    face: {
      ...arrangeUpright({ width: 86, height: 134, margin: 7, top: 16, block: 9, gap: 7 }),
      ...{ titlePt: [18, 7.5], linePt: [9, 6], addressPt: [6, 4.5], codePt: 8.5, measurePt: 5 },
    },
  },
  tent: {
    isFolded: true,
    hasSlot: false,
    face: {
      ...{ width: 148, height: 105 },
      panel: { x: 9, y: 9, width: 83, height: 83 },
      text: { x: 99, y: 9, width: 40, height: 56 },
      block: { x: 99, y: 67, width: 40, height: 25 },
      blockKind: "stack",
      ...{ titlePt: [20, 8.5], linePt: [10, 7], addressPt: [6.5, 5], codePt: 10, measurePt: 5 },
    },
  },
  sticker: {
    ...flat,
    face: {
      ...{ width: 80, height: 80 },
      panel: { x: 5, y: 5, width: 52, height: 52 },
      text: { x: 5, y: 62, width: 70, height: 14.5 },
      block: { x: 61, y: 5, width: 14, height: 52 },
      blockKind: "turned",
      ...{ titlePt: [14, 6], linePt: [7, 5], addressPt: [5.5, 4.5], codePt: 8, measurePt: 4.5 },
    },
  },
};
