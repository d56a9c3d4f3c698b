import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import sharp from "sharp";
import type { ConversionJob, Converter } from "../conversion.ts";
import { checkOriginal, writeDelivery } from "../delivery.ts";
import { openFileByteSource } from "../file-byte-source.ts";
import { previewFieldOfView } from "../preview/camera.ts";
import { previewFileName, previewHeightPx, previewWidthPx } from "../preview/render-preview.ts";
import { createProgressTracker, type ProgressTracker } from "../progress.ts";
import { ScanProblem } from "../scan-problem.ts";
import { decodePanorama, shrinkPanorama } from "./decode-panorama.ts";
import { type Equirectangular, samplePanorama } from "./equirectangular.ts";
import { probePanorama } from "./probe-panorama.ts";
import { pyramidFileName, writeImagePyramid } from "./write-image-pyramid.ts";

/** A panorama does not know where its floor is: the eye is taken to be at a standing person's height. */
const eyeHeightM = 1.6;
const previewSamples = 2;
/** About as many pixels as the preview shows of the width. */
const previewSourceWidthPx = 6144;
const workFolder = ".work";

/** Converts an equirectangular picture into a cube of tiles in several resolutions; metadata stays behind. */
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
  // Beside what is delivered, and gone before that is listed.
  const workDir = join(job.outputDir, workFolder);
  try {
    return await convert(job, join(workDir, "pixels.v"), progress, signal);
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
};

async function convert(
  job: ConversionJob,
  pixelsPath: string,
  progress: ProgressTracker,
  signal: AbortSignal,
): ReturnType<Converter> {
  progress.enter("checking");
  const original = await checkOriginal(job, progress.advance, signal);
  await using source = await openFileByteSource(job.inputPath, job.originalName);
  const { warnings, counts } = await probePanorama(source, job.format);

  progress.enter("reading");
  await mkdir(dirname(pixelsPath));
  let size: Pick<Equirectangular, "widthPx" | "heightPx">;
  {
    using panorama = await decodePanorama(job.inputPath, pixelsPath);
    await pauseForCancel(signal);

    progress.enter("tiling");
    await writeImagePyramid(job.outputDir, panorama, (share) => {
      throwIfCancelled(signal);
      progress.advance(share);
    });
    size = { widthPx: panorama.widthPx, heightPx: panorama.heightPx };
  }

  progress.enter("preview");
  await pauseForCancel(signal);
  await writeFile(join(job.outputDir, previewFileName), await renderAhead(job.inputPath, size));

  progress.enter("writing");
  await pauseForCancel(signal);
  await rm(dirname(pixelsPath), { recursive: true });
  return writeDelivery(job, original, {
    kind: "panorama",
    form: "image-pyramid",
    entry: pyramidFileName,
    counts,
    bounds: { min: [-0.5, eyeHeightM - 0.5, -0.5], max: [0.5, eyeHeightM + 0.5, 0.5] },
    unit: "metre",
    upAxis: "y",
    localOrigin: [0, 0, 0],
    warnings,
    preview: previewFileName,
    startView: { position: [0, eyeHeightM, 0], target: [0, eyeHeightM, -1] },
  });
}

/** What the start view shows, as a photograph would. */
async function renderAhead(path: string, size: Pick<Equirectangular, "widthPx" | "heightPx">): Promise<Uint8Array> {
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
