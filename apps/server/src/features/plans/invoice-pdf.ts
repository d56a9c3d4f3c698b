import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { buffer } from "node:stream/consumers";
import { formatCents } from "@blueprint/contract/price-book";
import type { InvoiceRow } from "./invoices.repository.ts";

const marginPt = 56;
const pageWidthPt = 595;
const amountWidthPt = 110;
/** Top of A4's bottom margin. */
const footPt = 770;
const ink = "#14213d";
const softInk = "#55607a";
const line = "#c9c4b8";

/** Each file has the letters of some scripts; a text is drawn in pieces, each with a font that has its letters. */
const scripts = ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "vietnamese"];
const fontFolder = "@fontsource/inter";

interface LoadedFont {
  name: string;
  bytes: Buffer;
  /** First and last code point of each range. */
  ranges: [number, number][];
}

let loadedFonts: Promise<LoadedFont[]> | undefined;

/** Structure roles that screen readers announce (PDF 1.7 §14.8.4). */
type Role = "Document" | "H1" | "H2" | "P" | "Table" | "TR" | "TH" | "TD";

/** Draws an invoice on one A4 page, tagged as PDF/UA-1: screen readers follow headings, paragraphs and tables. */
export async function drawInvoice(invoice: InvoiceRow): Promise<Buffer> {
  loadedFonts ??= loadFonts();
  const [{ default: PdfDocument }, fonts] = await Promise.all([import("pdfkit"), loadedFonts]);
  const doc = new PdfDocument({
    size: "A4",
    margin: marginPt,
    info: { Title: `Invoice ${invoice.number}` },
    lang: "en",
    displayTitle: true,
    tagged: true,
    pdfVersion: "1.7",
    // The library supports it; its types do not list it.
    subset: "PDF/UA" as "PDF/A-1",
  });
  for (const { name, bytes } of fonts) doc.registerFont(name, bytes);
  const done = buffer(doc as unknown as AsyncIterable<Buffer>);

  const root = doc.struct("Document");
  doc.addStructure(root);
  const begin = (parent: PDFKit.PDFStructureElement, role: Role) => {
    const element = doc.struct(role);
    parent.add(element);
    return element;
  };
  /** Everything `draw` writes becomes the element's content. The order of calls is the reading order. */
  const tag = (parent: PDFKit.PDFStructureElement, role: Role, draw: () => void, header?: "Row" | "Column") => {
    parent.add(doc.struct(role, header === undefined ? {} : ({ scope: header } as object), draw));
  };
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
  const writeRight = (text: string, y: number, size: number, color = ink) =>
    write(text, pageWidthPt - marginPt - widthOf(text, size), y, size, color);
  const cut = (text: string, size: number, widthMax: number) => {
    let shown = text;
    while (shown.length > 1 && widthOf(shown, size) > widthMax) shown = `${shown.slice(0, -2).trimEnd()}…`;
    return shown;
  };
  const rule = (y: number) => {
    doc.markContent("Artifact", { type: "Layout" });
    doc
      .moveTo(marginPt, y)
      .lineTo(pageWidthPt - marginPt, y)
      .lineWidth(0.75)
      .stroke(line);
    doc.endMarkedContent();
  };

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
  /** Wrapped lines end with a space: otherwise readers that join lines would also join two words. */
  const writeLines = (lines: readonly string[], y: number, size: number, lineHeight: number, color = ink) => {
    for (const [index, shown] of lines.entries())
      write(index < lines.length - 1 ? `${shown} ` : shown, marginPt, y + index * lineHeight, size, color);
  };

  const whole = pageWidthPt - 2 * marginPt;
  const { issuer } = invoice;
  const from = issuer === null || issuer.name === "" ? "Blueprint" : issuer.name;
  tag(root, "P", () => write(cut(from, 11, whole), marginPt, marginPt, 11, softInk));
  let top = marginPt + 15;
  const address = wrap(issuer?.address ?? "", 9, whole);
  if (address.length > 0) tag(root, "P", () => writeLines(address, top, 9, 12, softInk));
  top = Math.max(84, top + address.length * 12 + 16);
  tag(root, "H1", () => write(`Invoice ${invoice.number}`, marginPt, top, 22));
  rule(top + 40);
  const facts: [string, string][] = [
    ["Team", invoice.teamName],
    ["Bill to", invoice.billTo],
    ["Date", toDate(invoice.issuedAt)],
    ["Due", toDate(invoice.dueAt)],
    ["Period", toTime(invoice)],
    ["Status", toState(invoice)],
    ...(issuer === null || issuer.taxId === "" ? [] : [["Tax ID", issuer.taxId] as [string, string]]),
  ];
  let y = top + 56;
  const factTable = begin(root, "Table");
  for (const [label, value] of facts) {
    const row = begin(factTable, "TR");
    tag(row, "TH", () => write(label, marginPt, y, 10, softInk), "Row");
    tag(row, "TD", () => write(cut(value, 10, whole - amountWidthPt), marginPt + amountWidthPt, y, 10));
    y += 18;
  }
  y += 16;
  const priceTable = begin(root, "Table");
  const heads = begin(priceTable, "TR");
  tag(heads, "TH", () => write("Item", marginPt, y, 10, softInk), "Column");
  tag(heads, "TH", () => writeRight("Amount", y, 10, softInk), "Column");
  y += 18;
  rule(y);
  for (const { text, cents } of invoice.lines) {
    y += 12;
    const row = begin(priceTable, "TR");
    tag(row, "TD", () => write(cut(text, 11, whole - amountWidthPt), marginPt, y, 11));
    tag(row, "TD", () => writeRight(toDollars(cents), y, 11));
    y += 22;
    rule(y);
  }
  y += 12;
  const total = begin(priceTable, "TR");
  tag(total, "TH", () => write("Total in US dollars, excluding tax", marginPt, y, 11), "Row");
  tag(total, "TD", () => writeRight(toDollars(invoice.totalCents), y, 14));
  if (issuer !== null && issuer.paymentInstructions !== "") {
    y += 48;
    tag(root, "H2", () => write("How to pay", marginPt, y, 10, softInk));
    y += 16;
    tag(root, "P", () => writeLines(wrap(issuer.paymentInstructions, 10, whole), y, 10, 16));
  }
  // Never drop a letter silently: the sheet says where to find the full text.
  const shownTexts = [invoice.teamName, invoice.billTo, ...Object.values(issuer ?? {})];
  if (shownTexts.some((text) => hasUnknownLetter(text, fonts)))
    tag(root, "P", () =>
      write(
        "A “?” stands for a character this PDF can't show. The plan page shows all of them.",
        marginPt,
        footPt,
        8,
        softInk,
      ),
    );
  doc.end();
  return await done;
}

function toTime({ billing, periodStartsAt, periodEndsAt }: InvoiceRow): string {
  if (periodStartsAt !== null && periodEndsAt !== null) return `${toDate(periodStartsAt)} to ${toDate(periodEndsAt)}`;
  return `One ${billing === "annual" ? "year" : "month"} from the date of payment`;
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

/** Letters that no font has become question marks: better than a sheet that cannot be drawn. */
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

function toDate(date: Date): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(date);
}
