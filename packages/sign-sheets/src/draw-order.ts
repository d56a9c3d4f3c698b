import { type CodeDesign, designCode } from "./code-design.ts";
import { listCropMarks, listCutMarks, type MarkLine } from "./cut-marks.ts";
import { fitAddress, measureMono } from "./fit-address.ts";
import { FontCutter, type SetRun } from "./fonts/cut-fonts.ts";
import type { SheetOrder } from "./make-sheets.ts";
import { setCopy, toCopyText } from "./set-copy.ts";
import { type Box, bleedMm, layOutSheet, layOutSingle, type SheetLayout } from "./sheet-layout.ts";
import { SheetProblem, type SheetProblemDetails, type SignText } from "./sheet-problem.ts";
import { type FaceDesign, signDesigns } from "./sign-design.ts";

export interface SheetSlot extends Box {
  /** The sign's index in the order. */
  readonly sign: number;
}

/** An order as the typesetter takes it, with the measures that the check needs. */
export interface DrawnOrder {
  readonly data: string;
  readonly fonts: readonly Buffer[];
  readonly layout: SheetLayout;
  readonly pages: readonly (readonly SheetSlot[])[];
  readonly codes: readonly CodeDesign[];
}

/** The typesetter's texts of one sign. */
type Sign = Awaited<ReturnType<typeof drawSign>>["drawn"];

/** @throws SheetProblem RangeError */
export async function drawOrder(order: SheetOrder): Promise<DrawnOrder> {
  const layout = order.fileKind === "pdf" ? layOutSheet(order.format, order.paper) : layOutSingle(order.format);
  const cutter = new FontCutter();
  const design = signDesigns[order.format];
  const signs: Sign[] = [];
  const codes: CodeDesign[] = [];
  for (const index of order.signs.keys()) {
    const { drawn, code } = await drawSign(order, index, design.face, cutter);
    signs.push(drawn);
    codes.push(code);
  }
  const pages = fillPages(order.signs.length, layout);
  const data = {
    title: toCopyText(order.signs[0]?.title ?? ""),
    style: order.style,
    ...{ widthMm: layout.widthMm, heightMm: layout.heightMm, bleedMm, design, signs },
    pages: pages.map((slots) => ({ slots, marks: listMarks(order, { ...layout, slots }) })),
  };
  return { data: JSON.stringify(data), fonts: await cutter.cut(), layout, pages, codes };
}

async function drawSign(order: SheetOrder, index: number, face: FaceDesign, cutter: FontCutter) {
  const sign = order.signs[index]!;
  const refuse = (details: SheetProblemDetails): never => {
    throw new SheetProblem(index, details);
  };
  const check = <T extends { readonly missing: string[] }>(part: SignText, found: T): T =>
    found.missing.length === 0 ? found : refuse({ kind: "text-not-printable", part, characters: found.missing });
  const setMono = async (part: SignText, text: string, weight: "bold" | "plain"): Promise<readonly SetRun[]> =>
    check(part, await cutter.add(text, weight, true)).runs;

  const { copy: title } = check("title", await setCopy(toCopyText(sign.title), "bold", cutter));
  const { copy: line } = check("line", await setCopy(toCopyText(sign.line), "plain", cutter));
  const code = designCode(sign.url, face.panel.width, order.readingDistanceMm);
  const logoMm = order.logo === null ? 0 : toLogoWidth(face);
  const room = toAddressRoom(face, sign.code, logoMm);
  const address = fitAddress(sign.url.replace(/^https?:\/\//, ""), room.widthMm, room.linesMax, face.addressPt);
  if (measureMono(sign.code, face.codePt) > toCodeRoom(face, logoMm))
    return refuse({ kind: "text-too-long", part: "code" });
  if (address === null) return refuse({ kind: "text-too-long", part: "address" });
  const drawn = {
    title,
    line,
    logoMm,
    number: await setMono("code", String(sign.number).padStart(3, "0"), "plain"),
    code: await setMono("code", sign.code, "bold"),
    address: {
      pt: address.pt,
      lines: await Promise.all(address.lines.map((text) => setMono("address", text, "plain"))),
    },
    "code-design": { ...code, label: await setMono("code", `${Math.round(code.widthMm)} mm`, "plain") },
  };
  return { drawn, code };
}

/** The logo stands in the title block: there it has its own proportions, and takes nothing from the code. */
function toLogoWidth(face: FaceDesign): number {
  if (face.blockKind === "turned") return face.block.width;
  return face.blockKind === "stack" ? face.block.width : face.block.height * 2;
}

function toCodeRoom({ block, blockKind }: FaceDesign, logoMm: number): number {
  if (blockKind === "turned") return block.height - (logoMm === 0 ? 0 : block.width + 2);
  return blockKind === "stack" ? block.width : block.width / 2;
}

function toAddressRoom({ block, blockKind, codePt }: FaceDesign, code: string, logoMm: number) {
  if (blockKind === "stack") return { widthMm: block.width, linesMax: 3 };
  if (blockKind === "turned") return { widthMm: block.height - (logoMm === 0 ? 0 : block.width + 2), linesMax: 2 };
  const padding = block.height * 0.22;
  const codeMm = code === "" ? 0 : measureMono(code, codePt) + 2 * padding;
  const besideLogoMm = logoMm === 0 ? 0 : logoMm + padding;
  return { widthMm: block.width - codeMm - besideLogoMm, linesMax: 3 };
}

function fillPages(count: number, { slots }: SheetLayout): SheetSlot[][] {
  const pages: SheetSlot[][] = [];
  for (let first = 0; first < count; first += slots.length) {
    const left = slots.slice(0, count - first);
    pages.push(left.map((slot, index) => ({ ...slot, sign: first + index })));
  }
  return pages;
}

function listMarks({ fileKind, paper }: SheetOrder, layout: SheetLayout): readonly MarkLine[] {
  if (fileKind !== "pdf") return [];
  return paper === "trimmed" ? listCropMarks(layout) : listCutMarks(layout);
}
