import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { StartView } from "../preview/camera.ts";
import { renderPointsPreview } from "../preview/render-preview.ts";
import { previewFileName, previewHeightPx, previewWidthPx } from "../preview-file.ts";
import { ThreadAnswer } from "../thread-answer.ts";
import { findOverview } from "./find-overview.ts";
import { createShader, type PointShading } from "./point-colours.ts";
import { threadPointsMin } from "./point-threads.ts";

/** Input for drawing the preview of a cloud. */
export interface PointPreviewJob {
  readonly outputDir: string;
  /** A sample: metres, y up. */
  readonly positions: Float32Array;
  readonly rgb: Uint8Array;
  readonly intensity: Float32Array;
  readonly shading: PointShading;
}

/** Starts the preview: on a thread for a large cloud, on demand for a small one. */
export function startPointPreview(
  job: PointPreviewJob,
  pointCount: number,
): AsyncDisposable & { readonly startView: () => Promise<StartView> } {
  if (pointCount < threadPointsMin) {
    return { startView: () => writePointPreview(job), [Symbol.asyncDispose]: async () => {} };
  }
  const drawing = new ThreadAnswer<StartView>(new URL("./point-preview-thread.ts", import.meta.url), job);
  return { startView: () => drawing.answer, [Symbol.asyncDispose]: () => drawing[Symbol.asyncDispose]() };
}

/** Draws a cloud's preview into the output folder. @returns the view it was taken from */
export async function writePointPreview({
  outputDir,
  positions,
  rgb,
  intensity,
  shading,
}: PointPreviewJob): Promise<StartView> {
  const shade = createShader(shading);
  const colours = new Uint8Array(positions.length);
  for (let i = 0; i < intensity.length; i++) {
    const own = rgb[i * 3]! | (rgb[i * 3 + 1]! << 8) | (rgb[i * 3 + 2]! << 16);
    const packed = shade(own, positions[i * 3 + 1]!, intensity[i]!);
    for (let channel = 0; channel < 3; channel++) colours[i * 3 + channel] = (packed >>> (channel * 8)) & 255;
  }
  const view = findOverview(positions, previewWidthPx / previewHeightPx);
  const { webp, startView } = await renderPointsPreview({ positions, colours }, view);
  await writeFile(join(outputDir, previewFileName), webp);
  return startView;
}
