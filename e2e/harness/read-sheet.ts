import type { SignFormat, SignPaper } from "@blueprint/contract/sign-sheets";
import { readWithQr, readWithZxing } from "@blueprint/sign-sheets/read-codes";
import { layOutSheet } from "@blueprint/sign-sheets/sheet-layout";
import { openPictures } from "@blueprint/sign-sheets/sheet-pictures";

/** A phone close to the page. */
const pixelsPerMm = 4;

/** What the codes of the first page of a PDF hold, as two decoders read them from its pixels. */
export async function readSheet(pdf: Uint8Array, format: SignFormat, paper: SignPaper): Promise<string[]> {
  const layout = layOutSheet(format, paper);
  using pictures = await openPictures(pdf, "pdf", layout);
  const read: string[] = [];
  for (const slot of layout.slots) {
    const picture = await pictures.takePicture(0, slot, pixelsPerMm, 0.5);
    const [one, other] = [await readWithZxing(picture), await readWithQr(picture)];
    if (one !== other) throw new Error(`The decoders disagree: ${one} and ${other}.`);
    if (one !== null) read.push(one);
  }
  return read;
}
