import { escapeMarkup } from "@blueprint/contract/escape-markup";
import { toQrPath } from "../../lib/qr-path.ts";

/** Sign sizes by the number that fits on an A4 sheet. */
export const signSizes = {
  large: { columns: 1, rows: 1, label: "One per sheet", text: "190 × 277 mm, for an entrance" },
  medium: { columns: 2, rows: 2, label: "Four per sheet", text: "95 × 138 mm, for a wall or a desk" },
  small: { columns: 2, rows: 4, label: "Eight per sheet", text: "95 × 69 mm, for a shelf or a table" },
} as const;
export type SignSize = keyof typeof signSizes;

export interface Sign {
  /** Target of the code. */
  readonly url: string;
  readonly title: string;
  /** A one-line instruction. */
  readonly line: string;
}

// A4 sheet in millimetres.
const page = { width: 210, height: 297, margin: 10 } as const;

/**
 * A printable sheet of identical signs, as an SVG document in millimetres. Black on white in every theme, because it
 * goes on paper.
 */
export function drawSignSheet(sign: Sign, size: SignSize): string {
  const { columns, rows } = signSizes[size];
  const width = (page.width - 2 * page.margin) / columns;
  const height = (page.height - 2 * page.margin) / rows;
  const drawing = size === "small" ? drawWide(sign, width, height) : drawTall(sign, width, height);
  const cells: string[] = [];
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      cells.push(
        `<g transform="translate(${page.margin + column * width} ${page.margin + row * height})">${drawing}</g>`,
      );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${page.width}mm" height="${page.height}mm" viewBox="0 0 ${page.width} ${page.height}" font-family="Inter, Helvetica, Arial, sans-serif">`,
    `<title>${escapeMarkup(sign.title)}</title>`,
    `<rect width="${page.width}" height="${page.height}" fill="white"/>`,
    ...cells,
    "</svg>",
  ].join("");
}

/** The code above the text. */
function drawTall(sign: Sign, width: number, height: number): string {
  const side = Math.min(width * 0.84, height * 0.64);
  const left = (width - side) / 2;
  const top = height * 0.05;
  const text = width * 0.075;
  const lines = wrap(sign.title, 22, 2);
  const titleTop = top + side + text * 1.3;
  const afterTitle = titleTop + (lines.length - 1) * text * 1.2;
  return [
    drawCutLine(width, height),
    drawCode(sign.url, left, top, side),
    ...lines.map((line, index) => drawText(line, width / 2, titleTop + index * text * 1.2, text, "middle", 600)),
    drawText(sign.line, width / 2, afterTitle + text * 1.15, text * 0.5, "middle"),
    ...wrap(toPrintedUrl(sign.url), 48, 2).map((line, index) =>
      drawText(line, width / 2, afterTitle + text * (2.05 + index * 0.45), text * 0.32, "middle"),
    ),
  ].join("");
}

/** The link without its scheme: browsers add it. */
function toPrintedUrl(url: string): string {
  return url.replace(/^https?:\/\//, "");
}

/** The code to the left of the text. */
function drawWide(sign: Sign, width: number, height: number): string {
  const side = height * 0.62;
  const left = width * 0.06;
  const top = (height - side) / 2;
  const textLeft = left + side + width * 0.05;
  const text = width * 0.052;
  const lines = wrap(sign.title, 14, 3);
  const start = top + text;
  const afterTitle = start + (lines.length - 1) * text * 1.2;
  return [
    drawCutLine(width, height),
    drawCode(sign.url, left, top, side),
    ...lines.map((line, index) => drawText(line, textLeft, start + index * text * 1.2, text, "start", 600)),
    ...wrap(sign.line, 22, 3).map((line, index) =>
      drawText(line, textLeft, afterTitle + text * (1.4 + index * 0.75), text * 0.62, "start"),
    ),
  ].join("");
}

function drawCutLine(width: number, height: number): string {
  return `<rect width="${width}" height="${height}" fill="none" stroke="gray" stroke-width="0.15" stroke-dasharray="2 2"/>`;
}

function drawCode(url: string, left: number, top: number, side: number): string {
  const { path, size } = toQrPath(url);
  return `<path transform="translate(${left} ${top}) scale(${side / size})" d="${path}"/>`;
}

function drawText(text: string, x: number, y: number, size: number, anchor: "start" | "middle", weight = 400): string {
  return `<text x="${x}" y="${y.toFixed(2)}" font-size="${size.toFixed(2)}" font-weight="${weight}" text-anchor="${anchor}">${escapeMarkup(text)}</text>`;
}

/** Wraps text into lines of at most `charactersMax`; truncates it with "…". */
export function wrap(text: string, charactersMax: number, linesMax: number): readonly string[] {
  const lines: string[] = [];
  let rest = [...text.trim().replace(/\s+/g, " ")];
  while (rest.length > 0) {
    if (rest.length <= charactersMax) return [...lines, rest.join("")];
    if (lines.length === linesMax - 1) return [...lines, `${rest.slice(0, charactersMax - 1).join("")}…`];
    const space = rest.lastIndexOf(" ", charactersMax);
    const end = space > 0 ? space : charactersMax;
    lines.push(rest.slice(0, end).join(""));
    rest = rest.slice(space > 0 ? end + 1 : end);
  }
  return lines;
}
