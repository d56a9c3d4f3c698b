import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { leavesUpAxisOpen } from "@blueprint/contract/scan-formats";
import type { ScanWarningCode } from "@blueprint/contract/scan-problems";
import { type Bounds, toAnsweredUpAxis, type UpAxis } from "@blueprint/contract/scan-report";
import type { Converter } from "../conversion.ts";
import { startCheckingOriginal, writeDelivery } from "../delivery.ts";
import { openFileByteSource } from "../file-byte-source.ts";
import { previewFileName } from "../preview-file.ts";
import { createProgressTracker } from "../progress.ts";
import { ScanProblem } from "../scan-problem.ts";
import type { PointAttributes } from "./encode-point-tile.ts";
import { surveyLas } from "./las-records.ts";
import { openPointStream } from "./open-point-stream.ts";
import { type PointPacking, packSample } from "./pack-points.ts";
import type { PointGrid } from "./packed-points.ts";
import { findFloors } from "./plan-points.ts";
import { findShading } from "./point-colours.ts";
import { PointPieces } from "./point-pieces.ts";
import { findTrustedBounds, type PointPlacement, placePoints, placeSample } from "./point-placement.ts";
import { startPointPreview } from "./point-preview.ts";
import { spoolPoints } from "./point-spool.ts";
import { type PointStream, withAnsweredUnit } from "./point-stream.ts";
import type { SurveyedPoints } from "./point-survey.ts";
import { type PointRecordsOrigin, readPointRecords } from "./read-point-records.ts";
import { type TilesetOptions, tilesetFileName, writePointTileset } from "./write-point-tileset.ts";

/** Sorting takes about 50 bytes per point; beyond this number, more memory does not help. */
const sortedPointsMax = 4_000_000;
/** Memory budget per sorted point; it includes Node, the sample and files in flight. */
const memoryBytesPerSortedPoint = 400;
/** Share of the memory limit for points that wait for their bucket; the excess waits in a file. */
const waitingMemoryShare = 1 / 12;
/** Number of sample points sufficient for planning. */
const planningPointsMax = 300_000;
/** Diagonals outside this range suggest wrong units. */
const usualSizeM = { min: 0.3, max: 5000 };
/** Holds intermediate files; removed before the delivery is listed. */
const workFolder = ".work";

/**
 * Converts a point cloud of any supported format into 3D Tiles of points. Memory does not grow with the file: points
 * beyond a limit go through temporary files in the output folder, at most about fifty bytes each.
 */
export const convertPointCloud: Converter = (job, onProgress, signal) => {
  const memoryBytesMax = job.memoryBytesMax ?? 4 * 1024 ** 3;
  const bounds = {
    sortedPointsMax: Math.min(sortedPointsMax, Math.floor(memoryBytesMax / memoryBytesPerSortedPoint)),
    waitingBytesMax: memoryBytesMax * waitingMemoryShare,
  };
  return convertPointCloudWithin(bounds, job, onProgress, signal);
};

/** The same with custom memory limits. */
export async function convertPointCloudWithin(
  memory: Pick<TilesetOptions, "sortedPointsMax" | "waitingBytesMax">,
  job: Parameters<Converter>[0],
  onProgress: Parameters<Converter>[1],
  signal: AbortSignal,
): ReturnType<Converter> {
  const progress = createProgressTracker(
    [
      ["checking", 4],
      ["reading", 40],
      ["tiling", 46],
      ["preview", 6],
      ["writing", 4],
    ],
    onProgress,
  );
  const workDir = join(job.outputDir, workFolder);
  const spoolPath = join(workDir, "points");
  try {
    progress.enter("checking");
    await using original = await startCheckingOriginal(job, progress.advance, signal);
    await using source = await openFileByteSource(job.inputPath, job.originalName);
    const stream = withAnsweredUnit(await openPointStream(source, job.format), job.frame ?? {});

    progress.enter("reading");
    await mkdir(workDir);
    const onSeen = async (seen: number) => {
      if (stream.declaredCount !== undefined) progress.advance(seen / stream.declaredCount);
      await pauseForCancel(signal);
    };
    const las = stream.plainLas;
    const points = las ? await surveyLas(source, las, onSeen) : await spoolPoints(stream.batches(), spoolPath, onSeen);
    const origin: PointRecordsOrigin = { path: las ? job.inputPath : spoolPath, las };
    if (points.count === 0) {
      throw new ScanProblem(points.invalidCount > 0 ? "scan-invalid-geometry" : "scan-empty-geometry");
    }
    const trusted = await findTrustedBounds(points, () => readPointRecords(origin));
    const placement = placePoints(points, trusted, stream, toDeclaredUpAxis(job));
    const { sample } = points;
    const positions = placeSample(sample, placement);
    const shading = points.hasColour ? "own" : findShading(positions, points.intensity && sample.intensity);
    const packing: PointPacking = { placement, grid: toGrid(placement), shading, attributes: toAttributes(points) };
    const { floors, warnings: planWarnings } = findFloors(positions, placement.bounds);
    await using pieces = new PointPieces({ origin, outputDir: job.outputDir, packing, floors }, points.count);
    await using preview = startPointPreview(
      { outputDir: job.outputDir, positions, rgb: sample.rgb, intensity: sample.intensity, shading },
      points.count,
    );

    progress.enter("tiling");
    await pauseForCancel(signal);
    const { bounds, pointCount, detail } = await writePointTileset(
      job.outputDir,
      {
        grid: packing.grid,
        attributes: packing.attributes,
        pointCount: points.count,
        sample: packSample(positions, packing.grid, planningPointsMax),
        pieces: async function* () {
          yield* pieces.pieces();
          // Frees its disk space for the tiles.
          await rm(spoolPath, { force: true });
        },
      },
      {
        ...memory,
        bucketsPath: join(workDir, "buckets"),
        onShare: async (share) => {
          progress.advance(share);
          await pauseForCancel(signal);
        },
      },
    );

    progress.enter("preview");
    await pauseForCancel(signal);
    const startView = await preview.startView();

    progress.enter("writing");
    await pauseForCancel(signal);
    const plans = await pieces.writePlans();
    await rm(workDir, { recursive: true });
    return await writeDelivery(job, await original.checked(), {
      kind: "point-cloud",
      form: "3d-tiles",
      entry: tilesetFileName,
      counts: { points: pointCount },
      bounds,
      unit: stream.unit,
      upAxis: placement.upAxis,
      localOrigin: [...placement.origin],
      ...(stream.verticalUnit === undefined || stream.verticalUnit === stream.unit
        ? {}
        : { verticalUnit: stream.verticalUnit }),
      ...(stream.crs === undefined ? {} : { crs: stream.crs }),
      warnings: [...listWarnings(stream, points, placement, pointCount, bounds), ...planWarnings],
      preview: previewFileName,
      plans,
      detail,
      startView,
    });
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

/** E57 is z up by its standard; for other formats, the person's answer counts. */
function toDeclaredUpAxis({ format, frame }: Parameters<Converter>[0]): UpAxis | undefined {
  if (format === "e57") return "z";
  return leavesUpAxisOpen({ format }) ? toAnsweredUpAxis(frame ?? {}) : undefined;
}

function toAttributes({ intensity, hasClassification }: SurveyedPoints): PointAttributes {
  return { intensity, hasClassification };
}

/** Slightly larger than the cloud, so that the highest coordinate falls into the last cell. */
function toGrid({ bounds }: PointPlacement): PointGrid {
  const extents = bounds.max.map((high, axis) => high - bounds.min[axis]!);
  return { min: bounds.min, sideM: Math.max(...extents, 1e-3) * (1 + 1e-6) };
}

function listWarnings(
  stream: PointStream,
  points: SurveyedPoints,
  placement: PointPlacement,
  keptCount: number,
  bounds: Bounds,
): ScanWarningCode[] {
  const warnings: ScanWarningCode[] = [];
  if (stream.unit === "unknown") warnings.push("scan-units-unknown");
  if (stream.unit === "foot" || stream.unit === "us-survey-foot") warnings.push("scan-units-feet");
  if (stream.isFromDegrees === true) warnings.push("scan-units-degrees");
  if (points.invalidCount > 0 || keptCount < points.count) warnings.push("scan-invalid-points-skipped");
  if (placement.isFarFromOrigin) warnings.push("scan-large-coordinates");
  if (!points.hasColour) warnings.push("scan-no-colour");
  const diagonal = Math.hypot(...bounds.max.map((high, axis) => high - bounds.min[axis]!));
  if (diagonal < usualSizeM.min || diagonal > usualSizeM.max) warnings.push("scan-size-unusual");
  return warnings;
}

/** Lets a pending abort be processed: decoding alone never yields to the event loop. */
async function pauseForCancel(signal: AbortSignal): Promise<void> {
  await setImmediate();
  if (signal.aborted) throw new ScanProblem("scan-cancelled");
}
