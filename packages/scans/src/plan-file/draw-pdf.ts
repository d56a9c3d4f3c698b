import { open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { ScanProblem } from "../scan-problem.ts";
import { openPdf, type PdfPage } from "./pdf-library.ts";
import { planLimits } from "./plan-limits.ts";
import type { SheetSize } from "./plan-scale.ts";
import { type SheetPicture, writeSheetPicture } from "./write-sheet-picture.ts";

/** Fine enough for the small print on an architect's sheet. */
const dotsPerInch = 250;
const longestPxMax = 14_000;
const rowsAtOnce = 512;
/** PDF 1.7, Annex C: the maximum page size. */
const sidePtMax = 14_400;

export interface DrawnSheet {
  readonly size: SheetSize;
  readonly picture: SheetPicture;
}

/**
 * Renders each page of a PDF into a pyramid of tiles, a few rows at a time. The output is pixels only: no scripts,
 * links or attachments of the file can survive.
 * @throws ScanProblem
 */
export async function drawPdf(
  job: { readonly inputPath: string; readonly outputDir: string },
  workDir: string,
  onFraction: (fraction: number) => void,
): Promise<DrawnSheet[]> {
  using document = await openPdf(new Uint8Array(await readFile(job.inputPath)));
  const { pageCount } = document;
  if (pageCount < 1) throw new ScanProblem("scan-empty-geometry", "a PDF without pages");
  if (pageCount > planLimits.pagesMax) throw new ScanProblem("scan-too-many-pages", `${pageCount} pages`);
  const sheets: DrawnSheet[] = [];
  for (let index = 0; index < pageCount; index++) {
    using page = document.openPage(index);
    const { widthPt, heightPt } = page;
    if (!(widthPt > 0 && heightPt > 0 && widthPt <= sidePtMax && heightPt <= sidePtMax)) {
      throw new ScanProblem("scan-corrupt", `a PDF page of ${widthPt} × ${heightPt} points`);
    }
    const path = join(workDir, `${index}.tif`);
    await writePixels(page, path, (share) => onFraction((index + share * 0.6) / pageCount));
    const picture = await writeSheetPicture(job.outputDir, index, path);
    await rm(path);
    onFraction((index + 1) / pageCount);
    sheets.push({ size: { width: widthPt, height: heightPt, paperWidthM: (widthPt / 72) * 0.0254 }, picture });
  }
  return sheets;
}

/** An uncompressed TIFF with one strip, which libvips reads row by row. */
async function writePixels(page: PdfPage, path: string, onFraction: (fraction: number) => void): Promise<void> {
  const scale = Math.min(dotsPerInch / 72, longestPxMax / Math.max(page.widthPt, page.heightPt));
  const widthPx = Math.max(1, Math.round(page.widthPt * scale));
  const heightPx = Math.max(1, Math.round(page.heightPt * scale));
  const entries: (readonly [tag: number, type: number, value: number])[] = [
    [256, 4, widthPx],
    [257, 4, heightPx],
    [258, 3, 8],
    [259, 3, 1],
    [262, 3, 2],
    [273, 4, 8],
    [277, 3, 3],
    [278, 4, heightPx],
    [279, 4, widthPx * heightPx * 3],
    [284, 3, 1],
  ];
  const head = new DataView(new ArrayBuffer(8));
  head.setUint16(0, 0x4949);
  head.setUint16(2, 42, true);
  const pixelBytes = widthPx * heightPx * 3;
  const directoryAt = 8 + pixelBytes + (pixelBytes % 2);
  head.setUint32(4, directoryAt, true);
  const directory = new DataView(new ArrayBuffer(2 + entries.length * 12 + 4));
  directory.setUint16(0, entries.length, true);
  for (const [at, [tag, type, value]] of entries.entries()) {
    directory.setUint16(2 + at * 12, tag, true);
    directory.setUint16(4 + at * 12, type, true);
    directory.setUint32(6 + at * 12, 1, true);
    directory.setUint32(10 + at * 12, value, true);
  }
  await using file = await open(path, "w");
  await file.write(new Uint8Array(head.buffer), 0, 8, 0);
  for (let top = 0; top < heightPx; top += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, heightPx - top);
    const pixels = page.draw(widthPx, heightPx, top, rows);
    await file.write(pixels, 0, pixels.length, 8 + top * widthPx * 3);
    onFraction((top + rows) / heightPx);
    await setImmediate();
  }
  await file.write(new Uint8Array(directory.buffer), 0, directory.byteLength, directoryAt);
}
