import { bleedMm, type SheetLayout } from "./sheet-layout.ts";

/** A hairline, in millimetres from the page's top left corner. */
export type MarkLine = readonly [fromX: number, fromY: number, toX: number, toY: number];

const markMm = 5;
/** Crop marks keep clear of the bleed, so that none shows on a sign that is cut a little off. */
const markGapMm = bleedMm + 1;
/** Half the width of the crosses where the cuts between four signs meet. */
const crossMm = 1.5;

/** Crop marks of a print shop's page: two at each corner. */
export function listCropMarks({ slots }: SheetLayout): MarkLine[] {
  return slots.flatMap(({ x, y, width, height }) => {
    const columns = [x, x + width];
    const rows = [y, y + height];
    return [
      ...columns.flatMap((at) => [upTo(at, y - markGapMm), downFrom(at, y + height + markGapMm)]),
      ...rows.flatMap((at) => [leftTo(x - markGapMm, at), rightFrom(x + width + markGapMm, at)]),
    ];
  });
}

/** Marks for scissors and a trimmer: ticks in the margin at each cut, and a cross where cuts meet inside. */
export function listCutMarks({ widthMm, heightMm, slots }: SheetLayout): MarkLine[] {
  const columns = listEdges(slots.flatMap(({ x, width }) => [x, x + width]));
  const rows = listEdges(slots.flatMap(({ y, height }) => [y, y + height]));
  const [left = 0, right = widthMm] = [columns[0], columns.at(-1)];
  const [top = 0, bottom = heightMm] = [rows[0], rows.at(-1)];
  const lines: MarkLine[] = [];
  for (const x of columns) {
    if (isInside(x, widthMm)) lines.push([x, Math.max(0, top - markGapMm - markMm), x, top - 1]);
    if (isInside(x, widthMm)) lines.push([x, bottom + 1, x, Math.min(heightMm, bottom + markGapMm + markMm)]);
  }
  for (const y of rows) {
    if (isInside(y, heightMm)) lines.push([Math.max(0, left - markGapMm - markMm), y, left - 1, y]);
    if (isInside(y, heightMm)) lines.push([right + 1, y, Math.min(widthMm, right + markGapMm + markMm), y]);
  }
  for (const x of columns.slice(1, -1)) {
    for (const y of rows) lines.push([x, Math.max(0, y - crossMm), x, Math.min(heightMm, y + crossMm)]);
  }
  for (const y of rows.slice(1, -1)) {
    for (const x of columns) lines.push([Math.max(0, x - crossMm), y, Math.min(widthMm, x + crossMm), y]);
  }
  return lines.filter(([fromX, fromY, toX, toY]) => toX > fromX || toY > fromY);
}

const upTo = (x: number, y: number): MarkLine => [x, y - markMm, x, y];
const downFrom = (x: number, y: number): MarkLine => [x, y, x, y + markMm];
const leftTo = (x: number, y: number): MarkLine => [x - markMm, y, x, y];
const rightFrom = (x: number, y: number): MarkLine => [x, y, x + markMm, y];

/** Nothing is cut at the paper's own edge. */
function isInside(at: number, size: number): boolean {
  return at > 0.1 && at < size - 0.1;
}

function listEdges(values: readonly number[]): number[] {
  return [...new Set(values.map((value) => Math.round(value * 1000) / 1000))].sort((a, b) => a - b);
}
