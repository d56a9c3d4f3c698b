import { pixelsPerModuleMin, toPixelsPerMm } from "./camera.ts";
import { toReadableSizes } from "./code-design.ts";
import type { DrawnOrder } from "./draw-order.ts";
import type { SheetOrder, SheetWork } from "./make-sheets.ts";
import { type CodeReader, readWithQr, readWithZxing } from "./read-codes.ts";
import type { Box } from "./sheet-layout.ts";
import { openPictures } from "./sheet-pictures.ts";
import { SheetProblem } from "./sheet-problem.ts";
import { signDesigns } from "./sign-design.ts";

export const codeReaders: readonly CodeReader[] = [readWithZxing, readWithQr];

/**
 * Focus that is a little off, ink that spreads, a hand that moves: each blurs, so a sharp picture proves nothing.
 * Standard deviations of a Gaussian. A point is smeared over 0.8 modules and at least 2.4 pixels (full width at half
 * maximum). Of 30 codes at levels M and H, both readers read all at 3 and 2.5 pixels per module, 16 and 29 at 2, and
 * none at 1.6: so what passes at the chosen 3 has a fifth to spare.
 */
const blurModules = 0.35;
const blurPxMin = 1;

/**
 * Reads each code back from the finished file, as a camera sees the sign from the reading distance. All readers have
 * to agree: phones differ, and a printed sign can't be corrected.
 * @throws SheetProblem `code-not-readable`
 */
export async function checkCodes(
  order: Pick<SheetOrder, "signs" | "format" | "fileKind" | "readingDistanceMm">,
  { layout, pages, codes }: Pick<DrawnOrder, "layout" | "pages" | "codes">,
  bytes: Uint8Array,
  { signal, onProgress }: SheetWork,
  readers: readonly CodeReader[] = codeReaders,
): Promise<void> {
  const pixelsPerMm = toPixelsPerMm(order.readingDistanceMm);
  using pictures = await openPictures(bytes, order.fileKind, layout);
  let done = 0;
  for (const [page, slots] of pages.entries()) {
    for (const slot of slots) {
      signal.throwIfAborted();
      const [url, code] = [order.signs[slot.sign]!.url, codes[slot.sign]!];
      const blurPx = Math.max(blurPxMin, blurModules * code.moduleMm * pixelsPerMm);
      for (const face of listFaces(slot, signDesigns[order.format].isFolded)) {
        const picture = await pictures.takePicture(page, face, pixelsPerMm, blurPx);
        for (const read of readers) {
          if ((await read(picture)) !== url) throw toProblem(slot.sign, code, order.readingDistanceMm);
        }
      }
      done += 1;
      onProgress({ done, total: order.signs.length });
    }
  }
}

function listFaces(slot: Box, isFolded: boolean): readonly Box[] {
  if (!isFolded) return [slot];
  const height = slot.height / 2;
  return [
    { ...slot, height },
    { ...slot, y: slot.y + height, height },
  ];
}

function toProblem(sign: number, code: DrawnOrder["codes"][number], readingDistanceMm: number): SheetProblem {
  const isTooSmall = code.moduleMm * toPixelsPerMm(readingDistanceMm) < pixelsPerModuleMin;
  const { neededWidthMm, readableFromMm } = toReadableSizes(code, readingDistanceMm);
  return new SheetProblem(sign, {
    kind: "code-not-readable",
    widthMm: code.widthMm,
    neededWidthMm: isTooSmall ? neededWidthMm : null,
    readableFromMm: isTooSmall ? readableFromMm : null,
  });
}
