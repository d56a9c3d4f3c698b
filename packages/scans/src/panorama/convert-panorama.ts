import { createWriteStream } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import type { Bounds } from "@blueprint/contract/scan-report";
import sharp from "sharp";
import { openArchive } from "../archive.ts";
import type { ByteSource } from "../byte-source.ts";
import type { ConversionJob, Converter } from "../conversion.ts";
import { checkOriginal, type DeliveryFacts, writeDelivery } from "../delivery.ts";
import { openFileByteSource } from "../file-byte-source.ts";
import { previewFieldOfView } from "../preview/camera.ts";
import { previewFileName, previewHeightPx, previewWidthPx } from "../preview-file.ts";
import { createProgressTracker, type ProgressTracker } from "../progress.ts";
import { ScanProblem } from "../scan-problem.ts";
import { decodePanorama, shrinkPanorama } from "./decode-panorama.ts";
import { type Equirectangular, samplePanorama } from "./equirectangular.ts";
import { isHdrFormat } from "./hdr/hdr-header.ts";
import { toneMapFile } from "./hdr/tone-map-file.ts";
import { eyeHeightM, type PanoramaPose } from "./place-panoramas.ts";
import { countPictures, probePanorama } from "./probe-panorama.ts";
import { readPanoramaSet, toPictureFormat } from "./read-panorama-set.ts";
import { pyramidFileName, writeImagePyramid } from "./write-image-pyramid.ts";

const previewSamples = 2;
/** Gives about as many pixels as the preview shows of the width. */
const previewSourceWidthPx = 6144;
const workFolder = ".work";

/** Converts an equirectangular picture, or an archive of them, into multi-resolution cube tiles; drops the metadata. */
export const convertPanorama: Converter = async (job, onProgress, signal) => {
  const progress = createProgressTracker(
    [
      ["checking", 3],
      ["reading", 12],
      ["tiling", 75],
      ["preview", 4],
      ["writing", 6],
    ],
    onProgress,
  );
  // Inside the output folder, and removed before its files are listed.
  const workDir = join(job.outputDir, workFolder);
  try {
    return await convert(job, workDir, progress, signal);
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
};

type Size = Pick<Equirectangular, "widthPx" | "heightPx">;

async function convert(
  job: ConversionJob,
  workDir: string,
  progress: ProgressTracker,
  signal: AbortSignal,
): ReturnType<Converter> {
  progress.enter("checking");
  const original = await checkOriginal(job, progress.advance, signal);
  await using source = await openFileByteSource(job.inputPath, job.originalName);
  await mkdir(workDir);
  const write = job.format === "panorama-zip" ? writeSet : writeSingle;
  const { first, ...facts } = await write(job, source, workDir, progress, signal);

  progress.enter("preview");
  await pauseForCancel(signal);
  await writeFile(join(job.outputDir, previewFileName), await renderAhead(first.path, first.size));

  progress.enter("writing");
  await pauseForCancel(signal);
  await rm(workDir, { recursive: true });
  return writeDelivery(job, original, {
    kind: "panorama",
    form: "image-pyramid",
    unit: "metre",
    preview: previewFileName,
    ...facts,
  });
}

type PanoramaFacts = Omit<DeliveryFacts, "kind" | "form" | "unit" | "preview"> & {
  /** The panorama shown in the preview. */
  readonly first: { readonly path: string; readonly size: Size };
};

async function writeSingle(
  job: ConversionJob,
  source: ByteSource,
  workDir: string,
  progress: ProgressTracker,
  signal: AbortSignal,
): Promise<PanoramaFacts> {
  const { warnings, counts } = await probePanorama(source, job.format);
  progress.enter("reading");
  const onPart = (stage: "reading" | "tiling", share: number) => {
    if (stage === "tiling" && share === 0) progress.enter("tiling");
    progress.advance(share);
  };
  const path = await toOrdinaryPicture(job.inputPath, join(workDir, "shown"), job.format, job);
  const size = await writePyramid(path, job.outputDir, workDir, onPart, signal);
  const eye = [0, eyeHeightM, 0] as const;
  return {
    first: { path, size },
    entry: pyramidFileName,
    counts,
    bounds: toBounds([eye]),
    upAxis: "y",
    localOrigin: [0, 0, 0],
    warnings,
    startView: toStartView({ position: eye, heading: 0 }),
  };
}

/** One folder per panorama, numbered from one; they are unpacked and converted one by one. */
async function writeSet(
  job: ConversionJob,
  source: ByteSource,
  workDir: string,
  progress: ProgressTracker,
  signal: AbortSignal,
): Promise<PanoramaFacts> {
  const set = await readPanoramaSet(source, job.frame);
  await using archive = await openArchive(job.inputPath, source);
  const { pictures } = set;
  // The time a panorama takes is proportional to its pixels.
  const totalPx = pictures.reduce((sum, { widthPx, heightPx }) => sum + widthPx * heightPx, 0);
  let [donePx, first] = [0, undefined as PanoramaFacts["first"] | undefined];
  progress.enter("reading");
  progress.enter("tiling");
  for (const [index, { path, widthPx, heightPx }] of pictures.entries()) {
    const outputDir = join(job.outputDir, String(index + 1));
    try {
      // The preview is drawn from the first one at the end.
      const packedPath = join(workDir, index === 0 ? "first" : "picture");
      await pipeline(archive.stream(path), createWriteStream(packedPath), { signal });
      const picturePath = await toOrdinaryPicture(packedPath, `${packedPath}-shown`, toPictureFormat(path), job);
      await mkdir(outputDir);
      const onPart = (stage: "reading" | "tiling", share: number) => {
        const ofPicture = stage === "reading" ? 0 : share;
        progress.advance((donePx + widthPx * heightPx * ofPicture) / totalPx);
      };
      const size = await writePyramid(picturePath, outputDir, workDir, onPart, signal);
      first ??= { path: picturePath, size };
    } catch (error) {
      throwIfCancelled(signal);
      if (error instanceof ScanProblem) throw new ScanProblem(error.code, `${path}: ${error.detail ?? ""}`, path);
      throw error;
    }
    donePx += widthPx * heightPx;
  }
  const panoramas = pictures.map(({ name, position, heading, isPlaced }, index) => ({
    path: `${index + 1}/${pyramidFileName}`,
    name,
    position: [...position] as [number, number, number],
    heading,
    isPlaced,
  }));
  return {
    first: first!,
    entry: panoramas[0]!.path,
    counts: countPictures(pictures),
    bounds: toBounds(pictures.map(({ position }) => position)),
    upAxis: set.upAxis,
    localOrigin: [...set.localOrigin],
    ...(set.crs === undefined ? {} : { crs: set.crs }),
    warnings: set.warnings,
    panoramas,
    startView: toStartView(pictures[0]!),
  };
}

/** @returns the picture itself, or the path of its tone-mapped copy */
async function toOrdinaryPicture(
  path: string,
  shownPath: string,
  format: string | undefined,
  { memoryBytesMax }: ConversionJob,
): Promise<string> {
  if (format === undefined || !isHdrFormat(format)) return path;
  await rm(shownPath, { force: true });
  await toneMapFile(path, format, shownPath, memoryBytesMax);
  return shownPath;
}

async function writePyramid(
  picturePath: string,
  outputDir: string,
  workDir: string,
  onPart: (stage: "reading" | "tiling", share: number) => void,
  signal: AbortSignal,
): Promise<Size> {
  const pixelsPath = join(workDir, "pixels.v");
  onPart("reading", 0);
  {
    using panorama = await decodePanorama(picturePath, pixelsPath);
    await pauseForCancel(signal);
    onPart("tiling", 0);
    await writeImagePyramid(outputDir, panorama, (share) => {
      throwIfCancelled(signal);
      onPart("tiling", share);
    });
    const { widthPx, heightPx } = panorama;
    await rm(pixelsPath);
    return { widthPx, heightPx };
  }
}

function toBounds(eyes: readonly (readonly [number, number, number])[]): Bounds {
  const along = (pick: (...values: number[]) => number, by: number) =>
    [0, 1, 2].map((axis) => pick(...eyes.map((eye) => eye[axis]!)) + by) as [number, number, number];
  return { min: along(Math.min, -0.5), max: along(Math.max, 0.5) };
}

/** The initial view faces the centre of the picture. */
function toStartView({ position: [x, y, z], heading }: Pick<PanoramaPose, "position" | "heading">) {
  const turn = (heading * Math.PI) / 180;
  return {
    position: [x, y, z] as [number, number, number],
    target: [x + Math.sin(turn), y, z - Math.cos(turn)] as [number, number, number],
  };
}

/** Renders the start view in perspective, like a photograph. */
async function renderAhead(path: string, size: Size): Promise<Uint8Array> {
  const panorama = await shrinkPanorama(path, size, previewSourceWidthPx);
  const [widthPx, heightPx] = [previewWidthPx * previewSamples, previewHeightPx * previewSamples];
  const pixels = new Uint8Array(widthPx * heightPx * 3);
  const reach = Math.tan(previewFieldOfView / 2);
  for (let row = 0; row < heightPx; row++) {
    const up = (1 - ((row + 0.5) / heightPx) * 2) * reach;
    for (let column = 0; column < widthPx; column++) {
      const right = (((column + 0.5) / widthPx) * 2 - 1) * reach * (widthPx / heightPx);
      samplePanorama(panorama, right, up, -1, pixels, (row * widthPx + column) * 3);
    }
  }
  return sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 3 } })
    .resize(previewWidthPx, previewHeightPx)
    .webp({ quality: 84, effort: 4 })
    .toBuffer();
}

async function pauseForCancel(signal: AbortSignal): Promise<void> {
  await setImmediate();
  throwIfCancelled(signal);
}

function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new ScanProblem("scan-cancelled");
}
