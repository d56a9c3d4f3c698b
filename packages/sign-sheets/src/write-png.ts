import sharp from "sharp";
import type { SheetLayout } from "./sheet-layout.ts";

const dotsPerInch = 300;
const mmPerInch = 25.4;

/** Draws an SVG of one sign at 300 dots per inch, and notes that in the file. */
export async function writePng(svg: Uint8Array, { widthMm, heightMm }: SheetLayout): Promise<Uint8Array> {
  const toDots = (mm: number) => Math.round((mm / mmPerInch) * dotsPerInch);
  return sharp(svg, { density: dotsPerInch })
    .resize(toDots(widthMm), toDots(heightMm), { fit: "fill" })
    .flatten({ background: "white" })
    .withMetadata({ density: dotsPerInch })
    .png({ compressionLevel: 9 })
    .toBuffer();
}
