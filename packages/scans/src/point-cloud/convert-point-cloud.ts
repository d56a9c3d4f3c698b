import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { ScanWarningCode } from "@blueprint/contract/scan-problems";
import type { UpAxis } from "@blueprint/contract/scan-report";
import type { ConversionJob, Converter } from "../conversion.ts";
import { checkOriginal, writeDelivery } from "../delivery.ts";
import { openFileByteSource } from "../file-byte-source.ts";
import { previewFileName, previewHeightPx, previewWidthPx, renderPointsPreview } from "../preview/render-preview.ts";
import { createProgressTracker } from "../progress.ts";
import { ScanProblem } from "../scan-problem.ts";
import { detectUpAxis } from "./detect-up-axis.ts";
import { findOverview } from "./find-overview.ts";
import { openPointStream } from "./open-point-stream.ts";
import { findBounds } from "./point-bounds.ts";
import { toPointColours } from "./point-colours.ts";
import { buildPointOctree } from "./point-octree.ts";
import { createPointStore, type StoredPoints } from "./point-store.ts";
import type { PointStream } from "./point-stream.ts";
import { tilesetFileName, writePointTileset } from "./write-point-tileset.ts";

/** Points delivered at most; about 50 bytes of memory each while they are sorted. Larger clouds are thinned evenly. */
export const deliveredPointsMax = 30_000_000;
const previewPointsMax = 1_500_000;
/** Diagonals that no venue has, unless the units are wrong. */
const usualSizeM = { min: 0.3, max: 5000 };

/** Converts a point cloud of any format read here into one 3D Tiles tileset of points. */
export const convertPointCloud: Converter = (job, onProgress, signal) =>
  convertPointCloudWithin(deliveredPointsMax, job, onProgress, signal);

/** The same with another bound on the points delivered. */
export async function convertPointCloudWithin(
  pointsMax: number,
  job: ConversionJob,
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
  progress.enter("checking");
  const original = await checkOriginal(job, progress.advance, signal);
  await using source = await openFileByteSource(job.inputPath, job.originalName);
  const stream = await openPointStream(source, job.format);

  progress.enter("reading");
  const points = await readPoints(stream, pointsMax, progress.advance, signal);
  const warnings = listWarnings(stream, points);
  const isSurveyed = job.format === "e57" || stream.isGeoreferenced || isFarFromOrigin(points);
  const upAxis = isSurveyed ? "z" : detectUpAxis(points.positions);
  const localOrigin = toDeliveredFrame(points, stream, upAxis);
  const { rgb, isFromScan } = toPointColours(points.positions, points.rgb, points.intensity);
  if (!isFromScan) warnings.push("scan-no-colour");
  const bounds = findBounds(points.positions);
  const diagonal = Math.hypot(...bounds.max.map((high, axis) => high - bounds.min[axis]!));
  if (diagonal < usualSizeM.min || diagonal > usualSizeM.max) warnings.push("scan-size-unusual");

  progress.enter("tiling");
  await pauseForCancel(signal);
  const octree = buildPointOctree(points.positions);
  progress.advance(0.3);
  await writePointTileset(job.outputDir, { positions: points.positions, rgb, octree }, (share) => {
    throwIfCancelled(signal);
    progress.advance(0.3 + 0.7 * share);
  });

  progress.enter("preview");
  await pauseForCancel(signal);
  const preview = await renderPointsPreview(
    thinForPreview(points.positions, rgb),
    findOverview(points.positions, previewWidthPx / previewHeightPx),
  );
  await writeFile(join(job.outputDir, previewFileName), preview.webp);

  progress.enter("writing");
  await pauseForCancel(signal);
  return writeDelivery(job, original, {
    kind: "point-cloud",
    form: "3d-tiles",
    entry: tilesetFileName,
    counts: { points: points.readCount },
    bounds,
    unit: stream.unit,
    upAxis,
    localOrigin,
    warnings,
    preview: previewFileName,
    startView: preview.startView,
  });
}

async function readPoints(
  stream: PointStream,
  pointsMax: number,
  onFraction: (fraction: number) => void,
  signal: AbortSignal,
): Promise<StoredPoints> {
  const store = createPointStore(stream.declaredCount, pointsMax);
  let readCount = 0;
  for await (const batch of stream.batches()) {
    store.add(batch);
    readCount += batch.count;
    if (stream.declaredCount !== undefined) onFraction(readCount / stream.declaredCount);
    await pauseForCancel(signal);
  }
  const points = store.finish();
  if (points.count === 0) {
    throw new ScanProblem(points.invalidCount > 0 ? "scan-invalid-geometry" : "scan-empty-geometry");
  }
  return points;
}

function listWarnings(stream: PointStream, points: StoredPoints): ScanWarningCode[] {
  const warnings: ScanWarningCode[] = [];
  if (stream.unit === "unknown") warnings.push("scan-units-unknown");
  if (stream.unit === "foot" || stream.unit === "us-survey-foot") warnings.push("scan-units-feet");
  if (points.invalidCount > 0) warnings.push("scan-invalid-points-skipped");
  if (points.count < points.readCount) warnings.push("scan-points-thinned");
  if (isFarFromOrigin(points)) warnings.push("scan-large-coordinates");
  return warnings;
}

function isFarFromOrigin(points: StoredPoints): boolean {
  return points.base.some((value) => value !== 0);
}

/**
 * Turns the stored positions, in place, into metres, y up, near zero.
 * @returns what was taken away from the source's coordinates: whole units, and zero for a scan near its own origin
 */
function toDeliveredFrame(points: StoredPoints, stream: PointStream, upAxis: UpAxis): [number, number, number] {
  const { positions, base } = points;
  const shift: [number, number, number] = [0, 0, 0];
  if (isFarFromOrigin(points)) {
    const { min, max } = findBounds(positions);
    const vertical = upAxis === "y" ? 1 : 2;
    // The middle of the ground plan at the level of the lowest point.
    for (let axis = 0; axis < 3; axis++) {
      shift[axis] = axis === vertical ? Math.floor(min[axis]!) : Math.round((min[axis]! + max[axis]!) / 2);
    }
  }
  const { horizontal, vertical } = stream.metresPerUnit;
  for (let at = 0; at < positions.length; at += 3) {
    const x = positions[at]! - shift[0];
    const y = positions[at + 1]! - shift[1];
    const z = positions[at + 2]! - shift[2];
    positions[at] = x * horizontal;
    positions[at + 1] = (upAxis === "y" ? y : z) * vertical;
    positions[at + 2] = (upAxis === "y" ? z : -y) * horizontal;
  }
  return [base[0] + shift[0], base[1] + shift[1], base[2] + shift[2]];
}

function thinForPreview(positions: Float32Array, rgb: Uint8Array) {
  const step = Math.ceil(positions.length / 3 / previewPointsMax);
  if (step === 1) return { positions, colours: rgb };
  const count = Math.floor(positions.length / 3 / step);
  const few = { positions: new Float32Array(count * 3), colours: new Uint8Array(count * 3) };
  for (let i = 0; i < count; i++) {
    const from = i * step * 3;
    few.positions.set(positions.subarray(from, from + 3), i * 3);
    few.colours.set(rgb.subarray(from, from + 3), i * 3);
  }
  return few;
}

/** Lets an abort that is waiting be heard: decoding alone never gives the event loop a turn. */
async function pauseForCancel(signal: AbortSignal): Promise<void> {
  await setImmediate();
  throwIfCancelled(signal);
}

function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new ScanProblem("scan-cancelled");
}
