import { encode } from "uqr";
import { pixelsPerModuleMin, toPixelsPerMm } from "./camera.ts";

export type ErrorCorrection = "L" | "M" | "Q" | "H";

/** The measures of a printed code. */
export interface SignCode {
  /** QR version, 1 to 40. */
  readonly version: number;
  readonly modulesPerSide: number;
  readonly errorCorrection: ErrorCorrection;
  readonly moduleMm: number;
  /** Without the quiet zone. */
  readonly widthMm: number;
}

/** Black modules of one row that touch: in modules from the code's top left corner. */
export type CodeBar = readonly [x: number, y: number, length: number];

export interface CodeDesign extends SignCode {
  readonly bars: readonly CodeBar[];
  readonly quietZoneMm: number;
}

/** ISO/IEC 18004 demands four. From two metres on, more white separates the code from what hangs around the sign. */
const quietZoneModules = 4;
const farQuietZoneModules = 6;
const farMm = 2_000;

/**
 * The code that fills a square panel, quiet zone included. It has the highest error correction whose modules still
 * appear large enough from the reading distance: more correction means more and smaller modules.
 * @throws RangeError when no code holds the address
 */
export function designCode(url: string, panelMm: number, readingDistanceMm: number): CodeDesign {
  const pixelsPerMm = toPixelsPerMm(readingDistanceMm);
  const design = (level: ErrorCorrection) => drawCode(url, level, panelMm, readingDistanceMm);
  const isLarge = ({ moduleMm }: SignCode) => moduleMm * pixelsPerMm >= pixelsPerModuleMin;
  for (const level of ["H", "Q", "M", "L"] as const) {
    const found = design(level);
    if (isLarge(found)) return found;
  }
  return design("M");
}

/** How wide the panel of a code must be to be readable, in millimetres; and from how far this one is. */
export function toReadableSizes(code: CodeDesign, readingDistanceMm: number) {
  const pixelsPerModule = code.moduleMm * toPixelsPerMm(readingDistanceMm);
  return {
    neededWidthMm: Math.ceil((code.widthMm * pixelsPerModuleMin) / pixelsPerModule),
    readableFromMm: Math.floor((readingDistanceMm * pixelsPerModule) / pixelsPerModuleMin),
  };
}

function drawCode(url: string, level: ErrorCorrection, panelMm: number, readingDistanceMm: number): CodeDesign {
  const { data, size, version } = encode(url, { ecc: level, border: 0 });
  const quietZone = readingDistanceMm >= farMm ? farQuietZoneModules : quietZoneModules;
  const moduleMm = panelMm / (size + 2 * quietZone);
  return {
    version,
    modulesPerSide: size,
    errorCorrection: level,
    moduleMm,
    widthMm: moduleMm * size,
    quietZoneMm: moduleMm * quietZone,
    bars: data.flatMap((row, y) => toBars(row, y)),
  };
}

/** Adjacent modules merge into one bar: printers leave hairline gaps between squares. */
function toBars(row: readonly boolean[], y: number): CodeBar[] {
  const bars: CodeBar[] = [];
  for (let x = 0; x < row.length; x += 1) {
    if (row[x] !== true) continue;
    let length = 1;
    while (row[x + length] === true) length += 1;
    bars.push([x, y, length]);
    x += length;
  }
  return bars;
}
