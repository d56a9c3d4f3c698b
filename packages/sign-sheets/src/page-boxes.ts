import { PDFDocument } from "@cantoo/pdf-lib";
import { type Box, bleedMm, type SheetLayout } from "./sheet-layout.ts";

const pointsPerMm = 72 / 25.4;

/** Tells print shops where each page is cut, and how far its ink runs. */
export async function setPageBoxes(pdf: Uint8Array, layout: SheetLayout): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const [trim] = layout.slots;
  if (trim === undefined) throw new RangeError("A page needs a sign.");
  for (const page of document.getPages()) {
    page.setTrimBox(...toPoints(trim, layout));
    page.setBleedBox(...toPoints(grow(trim, bleedMm), layout));
  }
  return document.save({ updateFieldAppearances: false });
}

function grow({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** PDF measures from the bottom left corner. */
function toPoints({ x, y, width, height }: Box, { heightMm }: SheetLayout): [number, number, number, number] {
  return [x * pointsPerMm, (heightMm - y - height) * pointsPerMm, width * pointsPerMm, height * pointsPerMm];
}
