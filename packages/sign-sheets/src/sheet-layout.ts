import { type SignFormat, type SignPaper, signFormats } from "@blueprint/contract/sign-sheets";

/** Sheets of an office printer, upright. */
const officePapers = { a4: signFormats.a4, letter: signFormats.letter } as const;

/** What print shops ask for: ink runs this far over the edge that is cut. */
export const bleedMm = 3;
/** Around the trimmed sign on a print shop's page: the bleed and the crop marks. */
const trimmedEdgeMm = 10;

/** A rectangle on a page or a sign, in millimetres from the top left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A page, and where its signs' trimmed edges lie, in the order in which signs fill it. */
export interface SheetLayout {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly slots: readonly Box[];
}

/** Whether a whole sign of this format fits the paper. */
export function fitsPaper(format: SignFormat, paper: SignPaper): boolean {
  return signsPerPage(format, paper) > 0;
}

/** How many signs a full page carries; 0 when the format doesn't fit the paper. */
export function signsPerPage(format: SignFormat, paper: SignPaper): number {
  return paper === "trimmed" ? 1 : layOutOfficePage(format, paper).slots.length;
}

/**
 * The page that signs of a format are printed on.
 * @throws RangeError when the format doesn't fit the paper
 */
export function layOutSheet(format: SignFormat, paper: SignPaper): SheetLayout {
  if (paper === "trimmed") return surround(format, trimmedEdgeMm);
  const layout = layOutOfficePage(format, paper);
  if (layout.slots.length === 0) throw new RangeError(`A sign of format ${format} doesn't fit ${paper} paper.`);
  return layout;
}

/** A page that ends where the sign is cut. */
export function layOutSingle(format: SignFormat): SheetLayout {
  return surround(format, 0);
}

function surround(format: SignFormat, edgeMm: number): SheetLayout {
  const { widthMm, heightMm } = signFormats[format];
  return {
    widthMm: widthMm + 2 * edgeMm,
    heightMm: heightMm + 2 * edgeMm,
    slots: [{ x: edgeMm, y: edgeMm, width: widthMm, height: heightMm }],
  };
}

/**
 * Upright or sideways, whichever carries more. Signs touch, so that one cut parts two, and stand in the middle: the
 * printer's margin is what remains. Where nothing remains, the signs' own margins keep their print inside.
 */
function layOutOfficePage(format: SignFormat, paper: keyof typeof officePapers): SheetLayout {
  const { widthMm, heightMm } = officePapers[paper];
  const upright = fillPage(format, widthMm, heightMm);
  const sideways = fillPage(format, heightMm, widthMm);
  return sideways.slots.length > upright.slots.length ? sideways : upright;
}

function fillPage(format: SignFormat, widthMm: number, heightMm: number): SheetLayout {
  const { widthMm: width, heightMm: height } = signFormats[format];
  const columns = Math.floor(widthMm / width);
  const rows = Math.floor(heightMm / height);
  const left = (widthMm - columns * width) / 2;
  const top = (heightMm - rows * height) / 2;
  const slots = Array.from({ length: columns * rows }, (_, index) => ({
    x: left + (index % columns) * width,
    y: top + Math.floor(index / columns) * height,
    width,
    height,
  }));
  return { widthMm, heightMm, slots };
}
