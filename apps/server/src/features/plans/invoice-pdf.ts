import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { buffer } from "node:stream/consumers";
import { formatCents } from "@blueprint/contract/price-book";
import type { InvoiceRow } from "./invoices.service.ts";
import { toDate } from "./plan-notices.ts";

const marginPt = 56;
const pageWidthPt = 595;
const amountWidthPt = 110;
/** Above the lower margin of A4. */
const footPt = 770;
const ink = "#14213d";
const softInk = "#55607a";
const line = "#c9c4b8";

/** Each file has the letters of some scripts; a text is drawn piece by piece with the one that has them. */
const scripts = ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "vietnamese"];
const fontFolder = "@fontsource/inter";

interface LoadedFont {
  name: string;
  bytes: Buffer;
  /** First and last code point of each range. */
  ranges: [number, number][];
}

let loadedFonts: Promise<LoadedFont[]> | undefined;

/** One sheet of A4 with what is asked for. */
export async function drawInvoice(invoice: InvoiceRow): Promise<Buffer> {
  loadedFonts ??= loadFonts();
  const [{ default: PdfDocument }, fonts] = await Promise.all([import("pdfkit"), loadedFonts]);
  const doc = new PdfDocument({ size: "A4", margin: marginPt, info: { Title: `Invoice ${invoice.number}` } });
  for (const { name, bytes } of fonts) doc.registerFont(name, bytes);
  const done = buffer(doc as unknown as AsyncIterable<Buffer>);

  const write = (text: string, x: number, y: number, size: number, color = ink) => {
    let at = x;
    for (const { font, piece } of toPieces(text, fonts)) {
      doc.font(font.name).fontSize(size).fillColor(color).text(piece, at, y, { lineBreak: false });
      at += doc.widthOfString(piece);
    }
    return at;
  };
  const widthOf = (text: string, size: number) =>
    toPieces(text, fonts).reduce(
      (sum, { font, piece }) => sum + doc.font(font.name).fontSize(size).widthOfString(piece),
      0,
    );
  const writeRight = (text: string, y: number, size: number) =>
    write(text, pageWidthPt - marginPt - widthOf(text, size), y, size);
  const cut = (text: string, size: number, widthMax: number) => {
    let shown = text;
    while (shown.length > 1 && widthOf(shown, size) > widthMax) shown = `${shown.slice(0, -2).trimEnd()}…`;
    return shown;
  };
  const rule = (y: number) =>
    doc
      .moveTo(marginPt, y)
      .lineTo(pageWidthPt - marginPt, y)
      .lineWidth(0.75)
      .stroke(line);

  const wrap = (text: string, size: number, widthMax: number) =>
    text.split(/\r?\n/).flatMap((paragraph) => {
      const lines = [""];
      for (const word of paragraph.split(" ")) {
        const longer = `${lines.at(-1)} ${word}`.trim();
        if (widthOf(longer, size) <= widthMax) lines[lines.length - 1] = longer;
        else lines.push(cut(word, size, widthMax));
      }
      return lines.filter((shown, index) => shown !== "" || index > 0);
    });

  const whole = pageWidthPt - 2 * marginPt;
  const { issuer } = invoice;
  write(
    cut(issuer === null || issuer.name === "" ? "Blueprint" : issuer.name, 11, whole),
    marginPt,
    marginPt,
    11,
    softInk,
  );
  let top = marginPt + 15;
  for (const shown of wrap(issuer?.address ?? "", 9, whole)) {
    write(shown, marginPt, top, 9, softInk);
    top += 12;
  }
  top = Math.max(84, top + 16);
  write(`Invoice ${invoice.number}`, marginPt, top, 22);
  rule(top + 40);
  const facts: [string, string][] = [
    ["For", invoice.teamName],
    ["To", invoice.billTo],
    ["Date", toDate(invoice.issuedAt)],
    ["To be paid by", toDate(invoice.dueAt)],
    ["Time", toTime(invoice)],
    ["State", toState(invoice)],
    ...(issuer === null || issuer.taxId === "" ? [] : [["Tax number", issuer.taxId] as [string, string]]),
  ];
  let y = top + 56;
  for (const [label, value] of facts) {
    write(label, marginPt, y, 10, softInk);
    write(cut(value, 10, whole - amountWidthPt), marginPt + amountWidthPt, y, 10);
    y += 18;
  }
  y += 16;
  rule(y);
  for (const { text, cents } of invoice.lines) {
    y += 12;
    write(cut(text, 11, whole - amountWidthPt), marginPt, y, 11);
    writeRight(toDollars(cents), y, 11);
    y += 22;
    rule(y);
  }
  y += 12;
  write("Total, US dollars, without taxes", marginPt, y, 11);
  writeRight(toDollars(invoice.totalCents), y, 14);
  if (issuer !== null && issuer.paymentInstructions !== "") {
    y += 48;
    write("How to pay", marginPt, y, 10, softInk);
    for (const shown of wrap(issuer.paymentInstructions, 10, whole)) {
      y += 16;
      write(shown, marginPt, y, 10);
    }
  }
  // Never a letter left out silently: who reads the sheet learns where the whole text is.
  const shownTexts = [invoice.teamName, invoice.billTo, ...Object.values(issuer ?? {})];
  if (shownTexts.some((text) => hasUnknownLetter(text, fonts)))
    write(
      "A “?” stands for a letter that this sheet cannot print. The plan page shows every letter.",
      marginPt,
      footPt,
      8,
      softInk,
    );
  doc.end();
  return await done;
}

function toTime({ billing, periodStartsAt, periodEndsAt }: InvoiceRow): string {
  if (periodStartsAt !== null && periodEndsAt !== null) return `${toDate(periodStartsAt)} to ${toDate(periodEndsAt)}`;
  return `One ${billing === "annual" ? "year" : "month"} from the day of payment`;
}

function toState({ state, settledAt }: InvoiceRow): string {
  if (state === "open" || settledAt === null) return "Open";
  return `${state === "paid" ? "Paid" : "Void"}, ${toDate(settledAt)}`;
}

function toDollars(cents: number): string {
  return cents < 0 ? `-${formatCents(-cents, "always")}` : formatCents(cents, "always");
}

async function loadFonts(): Promise<LoadedFont[]> {
  const { resolve } = createRequire(import.meta.url);
  const rangesOf = JSON.parse(await readFile(resolve(`${fontFolder}/unicode.json`), "utf8")) as Record<string, string>;
  return await Promise.all(
    scripts.map(async (script) => ({
      name: `inter-${script}`,
      bytes: await readFile(resolve(`${fontFolder}/files/inter-${script}-400-normal.woff`)),
      ranges: toRanges(rangesOf[script] ?? ""),
    })),
  );
}

/** `U+0000-00FF,U+0131` as a style sheet writes it. */
function toRanges(text: string): [number, number][] {
  return text.split(",").map((range) => {
    const [first = "", last = first] = range.trim().replace(/^U\+/i, "").split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

const isKnownTo = ({ ranges }: LoadedFont, point: number) =>
  ranges.some(([first, last]) => point >= first && point <= last);

function hasUnknownLetter(text: string, fonts: readonly LoadedFont[]): boolean {
  return [...text].some((letter) => {
    const point = letter.codePointAt(0) as number;
    return !/\s/.test(letter) && !fonts.some((font) => isKnownTo(font, point));
  });
}

/** Letters that no font has become a question mark: better than a sheet that cannot be drawn. */
function toPieces(text: string, fonts: readonly LoadedFont[]): { font: LoadedFont; piece: string }[] {
  const pieces: { font: LoadedFont; piece: string }[] = [];
  for (const letter of text) {
    const point = letter.codePointAt(0) as number;
    const found = fonts.find((font) => isKnownTo(font, point));
    const font = found ?? (fonts[0] as LoadedFont);
    const drawn = found === undefined ? "?" : letter;
    const last = pieces.at(-1);
    if (last?.font === font) last.piece += drawn;
    else pieces.push({ font, piece: drawn });
  }
  return pieces;
}
