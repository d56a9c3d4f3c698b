import { createReadStream } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ScanWarningCode } from "@blueprint/contract/scan-problems";
import { type FrameAnswers, type LengthUnit, metresPerUnit } from "@blueprint/contract/scan-report";
import sharp from "sharp";
import { writeCompressedFile } from "../compressed-file.ts";
import { readTextLines } from "../mesh/read-text-lines.ts";
import { ScanProblem } from "../scan-problem.ts";
import { drawDxf } from "./draw-dxf.ts";
import { planLimits } from "./plan-limits.ts";
import type { SheetSize } from "./plan-scale.ts";
import { dxfLimits, readDxf } from "./read-dxf.ts";
import { removeUnsoundPictures } from "./remove-unsound-pictures.ts";
import { sanitizeSvg } from "./sanitize-svg.ts";
import { writeDxfSvg } from "./write-dxf-svg.ts";
import { pagesFolder, toPictureProblem } from "./write-sheet-picture.ts";

const overviewPxMax = 2048;

/** A drawing as lines, and as a picture for places that show no vectors. */
export interface VectorSheet {
  readonly size: SheetSize;
  readonly svgPath: string;
  readonly overviewPath: string;
  /** Drawn in one ink that the viewer chooses. */
  readonly isInk: boolean;
  readonly warnings: readonly ScanWarningCode[];
}

export interface DxfSheet extends VectorSheet {
  readonly unit: LengthUnit;
  /** The picture's upper left corner in the drawing's coordinates. */
  readonly origin: readonly [number, number];
  readonly lines: number;
}

/** @throws ScanProblem */
export async function drawDxfFile(inputPath: string, outputDir: string, answers: FrameAnswers): Promise<DxfSheet> {
  const drawing = await readDxf(readTextLines(createReadStream(inputPath, { end: dxfLimits.bytesMax })));
  const drawn = drawDxf(drawing);
  const unit = drawn.unit === "unknown" ? (answers.unit ?? "unknown") : drawn.unit;
  const { svg, widthM, heightM, origin, hasStrays } = writeDxfSvg(drawn, metresPerUnit[unit]);
  if (svg.length > planLimits.dxfSvgCharactersMax) throw new ScanProblem("scan-too-large", "DXF lines");
  const paths = await writeVectorSheet(outputDir, svg, widthM, heightM);
  const warnings: ScanWarningCode[] = [];
  if (unit === "unknown") warnings.push("scan-units-unknown");
  if (drawn.hasInvalid || hasStrays) warnings.push("scan-invalid-points-skipped");
  if (drawn.leftOut.size > 0) warnings.push("scan-plan-parts-left-out");
  return {
    ...paths,
    size: { width: widthM, height: heightM, paperWidthM: undefined },
    isInk: true,
    warnings,
    unit,
    origin,
    lines: drawn.lines.length,
  };
}

/** @throws ScanProblem */
export async function drawSvgFile(inputPath: string, outputDir: string, sizeBytes: number): Promise<VectorSheet> {
  if (sizeBytes > planLimits.svgBytesMax) throw new ScanProblem("scan-too-large", `SVG of ${sizeBytes} bytes`);
  const sound = await removeUnsoundPictures(decodeText(await readFile(inputPath)));
  const { svg, viewBox, paperWidthM, isReduced } = sanitizeSvg(sound.text);
  const paths = await writeVectorSheet(outputDir, svg, viewBox.width, viewBox.height);
  return {
    ...paths,
    size: { width: viewBox.width, height: viewBox.height, paperWidthM },
    isInk: false,
    warnings: isReduced || sound.isReduced ? ["scan-plan-parts-left-out"] : [],
  };
}

/** UTF-8 unless a byte order mark says otherwise. */
function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return new TextDecoder().decode(bytes);
}

async function writeVectorSheet(
  outputDir: string,
  svg: string,
  width: number,
  height: number,
): Promise<Pick<VectorSheet, "svgPath" | "overviewPath">> {
  const [svgPath, overviewPath] = [`${pagesFolder}/0.svg`, `${pagesFolder}/0.webp`];
  await mkdir(join(outputDir, pagesFolder), { recursive: true });
  await writeCompressedFile(join(outputDir, svgPath), new TextEncoder().encode(svg));
  const scale = overviewPxMax / Math.max(width, height);
  const [widthPx, heightPx] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  try {
    // With its size on paper: otherwise one unit would be one pixel.
    const sized = svg
      .replace(/^<svg /, `<svg width="${widthPx}" height="${heightPx}" `)
      .replaceAll("currentColor", "#1b1a17");
    await sharp(Buffer.from(sized), { limitInputPixels: overviewPxMax ** 2 * 2, unlimited: true })
      .flatten({ background: "#ffffff" })
      .webp({ quality: 84, effort: 4 })
      .toFile(join(outputDir, overviewPath));
  } catch (error) {
    throw toPictureProblem(error);
  }
  return { svgPath, overviewPath };
}
