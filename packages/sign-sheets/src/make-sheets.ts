import { Buffer } from "node:buffer";
import type { SignFileKind, SignSheet } from "@blueprint/contract/sign-sheets";
import { checkCodes } from "./check-codes.ts";
import type { SignCode } from "./code-design.ts";
import { type DrawnOrder, drawOrder } from "./draw-order.ts";
import { setPageBoxes } from "./page-boxes.ts";
import { SheetProblem } from "./sheet-problem.ts";
import { type TypesetSheets, typesetSheets } from "./typeset.ts";
import { writePng } from "./write-png.ts";

export interface SheetSign {
  /** What the code holds. It is printed, too, without its scheme. */
  readonly url: string;
  readonly title: string;
  /** One line that says what to do; may be empty. */
  readonly line: string;
  /** Printed small beside the code, for people who hang signs. */
  readonly number: number;
  /** For people who can't scan, for instance "bcdf-ghjk"; may be empty. */
  readonly code: string;
}

export interface SheetOrder extends SignSheet {
  readonly signs: readonly SheetSign[];
  /** PNG; stands in the title block of each sign. */
  readonly logo: Uint8Array | null;
  readonly fileKind: SignFileKind;
}

export interface MadeSheets {
  readonly bytes: Uint8Array;
  readonly pageCount: number;
  /** One for each sign. */
  readonly codes: readonly SignCode[];
}

export interface SheetWork {
  /** Stops the work between two signs; its reason is thrown. */
  readonly signal: AbortSignal;
  /** After each sign whose code has been read back from the finished file. */
  readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void;
}

/**
 * Makes a printable file of signs, and reads each code back from it as a phone would at the reading distance.
 * Equal orders make equal bytes.
 * @throws SheetProblem a sign can't be printed as ordered
 * @throws RangeError the format doesn't fit the paper, no sign is ordered, or more than one for an SVG or PNG
 */
export async function makeSheets(order: SheetOrder, { signal, onProgress }: SheetWork): Promise<MadeSheets> {
  if (order.signs.length === 0) throw new RangeError("An order needs a sign.");
  if (order.fileKind !== "pdf" && order.signs.length > 1) throw new RangeError(`A ${order.fileKind} holds one sign.`);
  signal.throwIfAborted();
  const drawn = await drawOrder(order);
  const sheets = await typesetSheets(drawn.data, drawn.fonts, order.logo);
  const [tooLong] = sheets.tooLong;
  if (tooLong !== undefined) throw new SheetProblem(tooLong.sign, { kind: "text-too-long", part: tooLong.part });
  const bytes = await writeFile(order, drawn, sheets);
  await checkCodes(order, drawn, bytes, { signal, onProgress });
  return { bytes, pageCount: sheets.pageCount, codes: drawn.codes.map(toSignCode) };
}

async function writeFile(order: SheetOrder, { layout }: DrawnOrder, sheets: TypesetSheets): Promise<Uint8Array> {
  if (order.fileKind === "pdf") {
    const pdf = sheets.toPdf();
    return order.paper === "trimmed" ? setPageBoxes(pdf, layout) : pdf;
  }
  const svg = Buffer.from(sheets.toSvg());
  return order.fileKind === "svg" ? svg : writePng(svg, layout);
}

function toSignCode({ version, modulesPerSide, errorCorrection, moduleMm, widthMm }: SignCode): SignCode {
  return { version, modulesPerSide, errorCorrection, moduleMm, widthMm };
}
