import type { ScanFormat } from "@blueprint/contract/scan-formats";
import { metresPerUnit, type PreflightReport } from "@blueprint/contract/scan-report";
import type { ByteSource } from "../byte-source.ts";
import { boundsWarnings } from "../mesh/geometry-limits.ts";
import { type PictureFormat, readPictureHeader } from "../panorama/picture-header.ts";
import { ScanProblem } from "../scan-problem.ts";
import { drawDxf } from "./draw-dxf.ts";
import { planLimits } from "./plan-limits.ts";
import { dxfLimits, readDxf } from "./read-dxf.ts";
import { sanitizeSvg } from "./sanitize-svg.ts";
import { writeDxfSvg } from "./write-dxf-svg.ts";

/** Drawings up to this size are parsed completely before the upload, larger ones only at their beginning. */
const drawnBytesMax = 4 * 1024 * 1024;
const sampleBytes = 256 * 1024;
const latin1 = new TextDecoder("latin1");

const pictureFormats: Readonly<Partial<Record<ScanFormat, PictureFormat>>> = {
  "jpeg-plan": "jpeg",
  "png-plan": "png",
  "webp-plan": "webp",
  tiff: "tiff",
};

/**
 * Describes a plan by its header, and small drawings by their lines; runs in the browser.
 * @throws ScanProblem
 */
export async function probePlan(source: ByteSource, format: ScanFormat): Promise<PreflightReport> {
  if (source.sizeBytes === 0) throw new ScanProblem("scan-empty-file");
  const common = { kind: "plan", format, sizeBytes: source.sizeBytes, upAxis: "y" } as const;
  const picture = pictureFormats[format];
  if (picture !== undefined) return { ...common, ...(await probePicture(source, picture)) };
  if (format === "pdf") return { ...common, ...(await probePdf(source)) };
  if (format === "svg") return { ...common, ...(await probeSvg(source)) };
  if (format === "dxf") return { ...common, ...(await probeDxf(source)) };
  throw new ScanProblem("scan-unknown-format", `${format} is no plan format`);
}

type Found = Pick<PreflightReport, "counts" | "unit" | "warnings" | "paper" | "bounds">;

async function probePicture(source: ByteSource, format: PictureFormat): Promise<Found> {
  const { widthPx, heightPx, hasLocation, pxPerPaperM } = await readPictureHeader(source, format);
  if (Math.max(widthPx, heightPx) > planLimits.sidePxMax || widthPx * heightPx > planLimits.pixelsMax) {
    throw new ScanProblem("scan-too-large", `${widthPx} × ${heightPx} pixels`);
  }
  return {
    counts: { widthPx, heightPx },
    unit: "unknown",
    ...(pxPerPaperM === undefined ? {} : { paper: { widthM: widthPx / pxPerPaperM, heightM: heightPx / pxPerPaperM } }),
    warnings: hasLocation ? ["scan-has-location"] : [],
  };
}

/** Most files store pages and sizes as plain text; others compress them, and only the conversion can tell. */
async function probePdf(source: ByteSource): Promise<Found> {
  if (source.sizeBytes > planLimits.pdfBytesMax) throw new ScanProblem("scan-too-large", `${source.sizeBytes} bytes`);
  const head = latin1.decode(await source.read(0, sampleBytes));
  const tail = latin1.decode(await source.read(Math.max(0, source.sizeBytes - sampleBytes), sampleBytes));
  if (!/%%EOF/.test(tail.slice(-2048))) throw new ScanProblem("scan-truncated", "PDF without its end");
  const text = source.sizeBytes > sampleBytes ? head + tail : head;
  const counts = [...text.matchAll(/\/Type\s*\/Pages\b[^>]*?\/Count\s+(\d+)|\/Count\s+(\d+)[^>]*?\/Type\s*\/Pages\b/g)];
  const pages = Math.max(0, ...counts.map(([, after, before]) => Number(after ?? before)));
  if (pages > planLimits.pagesMax) throw new ScanProblem("scan-too-many-pages", `${pages} pages`);
  const box = /\/MediaBox\s*\[\s*([-\d.]+)\s+([-\d.]+)\s+([-\d.]+)\s+([-\d.]+)\s*\]/.exec(text)?.slice(1).map(Number);
  const [width, height] = box === undefined ? [0, 0] : [box[2]! - box[0]!, box[3]! - box[1]!];
  const toM = (points: number) => (points / 72) * 0.0254;
  return {
    counts: pages > 0 ? { pages } : {},
    unit: "unknown",
    // Only if the whole file was read: pages of one document may differ.
    ...(width > 0 && height > 0 && pages > 0 ? { paper: { widthM: toM(width), heightM: toM(height) } } : {}),
    warnings: [],
  };
}

async function probeSvg(source: ByteSource): Promise<Found> {
  if (source.sizeBytes > planLimits.svgBytesMax) throw new ScanProblem("scan-too-large", `${source.sizeBytes} bytes`);
  if (source.sizeBytes > drawnBytesMax) return { counts: {}, unit: "unknown", warnings: [] };
  const bytes = await source.read(0, source.sizeBytes);
  const { viewBox, paperWidthM, isReduced } = sanitizeSvg(new TextDecoder().decode(bytes));
  return {
    counts: {},
    unit: "unknown",
    ...(paperWidthM === undefined
      ? {}
      : { paper: { widthM: paperWidthM, heightM: (paperWidthM * viewBox.height) / viewBox.width } }),
    warnings: isReduced ? ["scan-plan-parts-left-out"] : [],
  };
}

async function probeDxf(source: ByteSource): Promise<Found> {
  if (source.sizeBytes > dxfLimits.bytesMax) throw new ScanProblem("scan-too-large", `${source.sizeBytes} bytes`);
  const isSmall = source.sizeBytes <= drawnBytesMax;
  const text = latin1.decode(await source.read(0, isSmall ? source.sizeBytes : sampleBytes));
  if (text.startsWith("AutoCAD Binary DXF")) throw new ScanProblem("scan-unsupported-feature", "binary DXF");
  const tail = latin1.decode(await source.read(Math.max(0, source.sizeBytes - 64), 64));
  if (!/EOF\s*$/.test(tail)) throw new ScanProblem("scan-truncated", "DXF without its end");
  if (!isSmall) {
    // The beginning, with its cut-off section closed: enough for the unit.
    const { unit } = await readDxf(toLines(`${text.slice(0, text.lastIndexOf("\nENDSEC"))}\nENDSEC\n0\nEOF\n`));
    return { counts: {}, unit, warnings: unit === "unknown" ? ["scan-units-unknown"] : [] };
  }
  const drawing = await readDxf(toLines(text));
  const drawn = drawDxf(drawing);
  const { widthM: width, heightM: height } = writeDxfSvg(drawn, 1);
  const bounds: PreflightReport["bounds"] = { min: [0, 0, 0], max: [width, 0, height] };
  return {
    counts: { lines: drawn.lines.length, layers: drawing.layers },
    unit: drawn.unit,
    bounds,
    warnings: [
      ...(drawn.unit === "unknown"
        ? (["scan-units-unknown"] as const)
        : boundsWarnings(bounds, metresPerUnit[drawn.unit])),
      ...(drawn.hasInvalid ? (["scan-invalid-points-skipped"] as const) : []),
      ...(drawn.leftOut.size > 0 ? (["scan-plan-parts-left-out"] as const) : []),
    ],
  };
}

async function* toLines(text: string): AsyncGenerator<string> {
  yield* text.split("\n");
}
