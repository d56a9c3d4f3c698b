import type { DrawnDxf } from "./draw-dxf.ts";

export interface DxfSvg {
  readonly svg: string;
  /** Metres. */
  readonly widthM: number;
  readonly heightM: number;
  /** The picture's upper left corner in the drawing's coordinates and unit. */
  readonly origin: readonly [number, number];
  /** A few lines were dropped because they were too far from all others. */
  readonly hasStrays: boolean;
}

const marginShare = 0.02;
/** Stray lines this many times further out than nearly everything else would shrink the plan to a dot. */
const strayFactor = 20;
const strayCountMin = 200;

/** Writes lines and texts as an SVG in metres, x to the right and y down, in one ink. */
export function writeDxfSvg({ lines, texts }: DrawnDxf, metresPerUnit: number): DxfSvg {
  const box = findBox(lines, texts);
  const shown = lines.filter((line) => isInside(line[0]!, line[1]!, box) && isInside(line.at(-2)!, line.at(-1)!, box));
  const shownTexts = texts.filter(({ x, y }) => isInside(x, y, box));
  const extent = toExtent(shown, shownTexts);
  const margin = Math.max(extent.maxX - extent.minX, extent.maxY - extent.minY, 1e-6) * marginShare;
  const [left, top] = [extent.minX - margin, extent.maxY + margin];
  const toX = (x: number) => round((x - left) * metresPerUnit);
  const toY = (y: number) => round((top - y) * metresPerUnit);
  const widthM = toX(extent.maxX + margin);
  const heightM = toY(extent.minY - margin);
  const paths: string[] = [];
  // Long paths render slowly: split into a few thousand lines each.
  for (let at = 0; at < shown.length; at += 4000) {
    const path = shown.slice(at, at + 4000).map((line) => {
      let d = `M${toX(line[0]!)} ${toY(line[1]!)}L`;
      for (let point = 2; point + 1 < line.length; point += 2) {
        d += `${point > 2 ? " " : ""}${toX(line[point]!)} ${toY(line[point + 1]!)}`;
      }
      return d;
    });
    paths.push(`<path d="${path.join("")}"/>`);
  }
  const labels = shownTexts.map(({ x, y, height, turn, text, anchor }) => {
    const [px, py, size] = [toX(x), toY(y), round(height * metresPerUnit)];
    const turned = Math.abs(turn % 360) < 0.01 ? "" : ` transform="rotate(${round(-turn)} ${px} ${py})"`;
    const anchored = anchor === "start" ? "" : ` text-anchor="${anchor}"`;
    return `<text x="${px}" y="${py}" font-size="${Math.max(0.001, size)}"${anchored}${turned}>${escapeText(text)}</text>`;
  });
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${widthM} ${heightM}">` +
    `<g fill="none" stroke="currentColor" stroke-width="1" stroke-linejoin="round" stroke-linecap="round">${paths
      .map((path) => path.replace("/>", ' vector-effect="non-scaling-stroke"/>'))
      .join("")}</g>` +
    `<g fill="currentColor" font-family="sans-serif">${labels.join("")}</g></svg>\n`;
  return { svg, widthM, heightM, origin: [left, top], hasStrays: shown.length < lines.length };
}

interface Box {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

const isInside = (x: number, y: number, { minX, minY, maxX, maxY }: Box) =>
  x >= minX && x <= maxX && y >= minY && y <= maxY;

/** The enlarged bounding box of nearly all line ends. */
function findBox(lines: DrawnDxf["lines"], texts: DrawnDxf["texts"]): Box {
  const count = lines.length * 2 + texts.length;
  // Too few lines to tell outliers from the rest.
  if (count < strayCountMin) return { minX: -Infinity, minY: -Infinity, maxX: Infinity, maxY: Infinity };
  const range = (axis: 0 | 1): [number, number] => {
    const values = new Float64Array(count);
    for (const [at, line] of lines.entries()) {
      values[at * 2] = line[axis]!;
      values[at * 2 + 1] = line[line.length - 2 + axis]!;
    }
    for (const [at, { x, y }] of texts.entries()) values[lines.length * 2 + at] = axis === 0 ? x : y;
    values.sort();
    return [values[Math.floor((count - 1) * 0.01)]!, values[Math.ceil((count - 1) * 0.99)]!];
  };
  const [[left, right], [bottom, top]] = [range(0), range(1)];
  const reach = Math.max(right - left, top - bottom) * strayFactor;
  return { minX: left - reach, minY: bottom - reach, maxX: right + reach, maxY: top + reach };
}

function toExtent(lines: DrawnDxf["lines"], texts: DrawnDxf["texts"]): Box {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  const add = (x: number, y: number) => {
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  };
  for (const line of lines) for (let at = 0; at < line.length; at += 2) add(line[at]!, line[at + 1]!);
  for (const { x, y, height } of texts) {
    add(x, y);
    add(x, y + height);
  }
  return { minX, minY, maxX, maxY };
}

/** Rounds to the millimetre. */
const round = (metres: number) => Math.round(metres * 1000) / 1000;

const escapeText = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
