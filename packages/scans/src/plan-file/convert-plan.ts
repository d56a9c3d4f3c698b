import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ScanReport } from "@blueprint/contract/scan-report";
import sharp from "sharp";
import type { ConversionJob, Converter } from "../conversion.ts";
import { checkOriginal, writeDelivery } from "../delivery.ts";
import { openFileByteSource } from "../file-byte-source.ts";
import { previewFileName } from "../preview-file.ts";
import { createProgressTracker } from "../progress.ts";
import { ScanProblem } from "../scan-problem.ts";
import { type DrawnSheet, drawPdf } from "./draw-pdf.ts";
import { drawDxfFile, drawSvgFile, type VectorSheet } from "./draw-vector.ts";
import { planLimits } from "./plan-limits.ts";
import { type SheetScale, toSheetScale } from "./plan-scale.ts";
import { probePlan } from "./probe-plan.ts";
import { writeSheetPicture, writeSheetPreview } from "./write-sheet-picture.ts";

type Plan = NonNullable<ScanReport["plans"]>[number];
type Facts = Pick<ScanReport, "counts" | "unit" | "warnings" | "localOrigin"> & {
  readonly plans: Plan[];
  readonly overviewPath: string;
};

const workFolder = ".work";

/** Converts floor plans to sheets: picture tiles, or lines as clean SVG, in metres where the scale is known. */
export const convertPlan: Converter = async (job, onProgress, signal) => {
  const progress = createProgressTracker(
    [
      ["checking", 5],
      ["tiling", 85],
      ["preview", 5],
      ["writing", 5],
    ],
    onProgress,
  );
  const throwIfCancelled = () => {
    if (signal.aborted) throw new ScanProblem("scan-cancelled");
  };
  const workDir = join(job.outputDir, workFolder);
  await mkdir(workDir, { recursive: true });
  try {
    progress.enter("checking");
    const original = await checkOriginal(job, progress.advance, signal);
    await using source = await openFileByteSource(job.inputPath, job.originalName);
    const probed = await probePlan(source, job.format);
    progress.enter("tiling");
    const facts = await drawSheets(job, workDir, original.sizeBytes, (fraction) => {
      throwIfCancelled();
      progress.advance(fraction);
    });
    throwIfCancelled();
    progress.enter("preview");
    await writeSheetPreview(job.outputDir, facts.overviewPath, previewFileName);
    progress.enter("writing");
    await rm(workDir, { recursive: true });
    const { min, max } = facts.plans[0]!.extent;
    const [width, height] = [max[0] - min[0], max[1] - min[1]];
    const { overviewPath, ...kept } = facts;
    const report = await writeDelivery(job, original, {
      kind: "plan",
      form: "plan-sheets",
      entry: overviewPath,
      ...kept,
      bounds: { min: [0, 0, 0], max: [width, 0, height] },
      upAxis: "y",
      warnings: [...probed.warnings.filter((warning) => warning === "scan-has-location"), ...facts.warnings],
      preview: previewFileName,
      // From above, slightly from the south, so that the sheet appears upright.
      startView: {
        position: [width / 2, Math.max(width, height) * 1.1, height / 2 + 0.01],
        target: [width / 2, 0, height / 2],
      },
    });
    progress.advance(1);
    return report;
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
};

async function drawSheets(
  job: ConversionJob,
  workDir: string,
  sizeBytes: number,
  onFraction: (fraction: number) => void,
): Promise<Facts> {
  switch (job.format) {
    case "pdf":
      return fromSheets(job, await drawPdf(job, workDir, onFraction));
    case "dxf": {
      const { unit, origin, lines, ...sheet } = await drawDxfFile(job.inputPath, job.outputDir, job.frame ?? {});
      // A drawing uses building dimensions: one unit of the sheet already is a metre.
      const facts = fromVector(sheet, { metresPerUnit: 1, isKnown: unit !== "unknown" });
      return { ...facts, counts: { lines, pages: 1 }, unit, localOrigin: [origin[0], origin[1], 0] };
    }
    case "svg": {
      const sheet = await drawSvgFile(job.inputPath, job.outputDir, sizeBytes);
      return fromVector(sheet, toSheetScale(sheet.size, job.frame ?? {}));
    }
    default:
      return fromSheets(job, await readPictures(job, onFraction));
  }
}

/** A picture, or every page of a TIFF. */
async function readPictures(job: ConversionJob, onFraction: (fraction: number) => void): Promise<DrawnSheet[]> {
  await using source = await openFileByteSource(job.inputPath, job.originalName);
  const { paper } = await probePlan(source, job.format);
  const { pages = 1 } =
    job.format === "tiff"
      ? await sharp(job.inputPath, { limitInputPixels: planLimits.pixelsMax })
          .metadata()
          .catch(() => ({ pages: 1 }))
      : {};
  if (pages > planLimits.pagesMax) throw new ScanProblem("scan-too-many-pages", `${pages} pages`);
  const sheets: DrawnSheet[] = [];
  for (let page = 0; page < pages; page++) {
    const picture = await writeSheetPicture(job.outputDir, page, job.inputPath, page);
    onFraction((page + 1) / pages);
    const { widthPx: width, heightPx: height } = picture;
    sheets.push({ picture, size: { width, height, paperWidthM: paper?.widthM } });
  }
  return sheets;
}

function fromSheets(job: ConversionJob, sheets: readonly DrawnSheet[]): Facts {
  const [first] = sheets;
  if (first === undefined) throw new ScanProblem("scan-empty-geometry", "a plan without sheets");
  const scale = toSheetScale(first.size, job.frame ?? {});
  const plans = sheets.map(({ size, picture }, index): Plan => {
    const { path, tiles } = picture;
    return {
      ...toPlan(path, size, scale, true),
      ...(sheets.length > 1 ? { label: `Page ${index + 1}` } : {}),
      ...(tiles === undefined ? {} : { tiles }),
    };
  });
  const { widthPx, heightPx, path } = first.picture;
  const counts = { pages: sheets.length, widthPx, heightPx };
  return { ...scaleFacts(scale), counts, plans, overviewPath: path, localOrigin: [0, 0, 0] };
}

function fromVector({ size, svgPath, overviewPath, isInk, warnings }: VectorSheet, scale: SheetScale): Facts {
  const facts = scaleFacts(scale);
  return {
    unit: facts.unit,
    counts: { pages: 1 },
    plans: [toPlan(svgPath, size, scale, !isInk)],
    overviewPath,
    localOrigin: [0, 0, 0],
    // A drawing declares its unit, or warns that it is missing.
    warnings: isInk ? [...warnings] : [...facts.warnings, ...warnings],
  };
}

function scaleFacts({ isKnown }: SheetScale): Pick<ScanReport, "unit" | "warnings"> {
  return isKnown ? { unit: "metre", warnings: [] } : { unit: "unknown", warnings: ["scan-plan-scale-unknown"] };
}

function toPlan(
  path: string,
  { width, height }: { readonly width: number; readonly height: number },
  { metresPerUnit, isKnown }: SheetScale,
  isPicture: boolean,
): Plan {
  return {
    path,
    floorM: 0,
    cutM: 0,
    extent: { min: [0, 0], max: [width * metresPerUnit, height * metresPerUnit] },
    ...(isPicture ? { isPicture } : {}),
    ...(isKnown ? {} : { isUnscaled: true }),
  };
}
