import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Converter } from "../conversion.ts";
import { checkOriginal, writeDelivery } from "../delivery.ts";
import { openFileByteSource } from "../file-byte-source.ts";
import { previewFileName } from "../preview-file.ts";
import { createProgressTracker, type StagePlan } from "../progress.ts";
import { ScanProblem } from "../scan-problem.ts";
import { probeMesh } from "./probe-mesh.ts";
import { openMeshSource } from "./sources/open-mesh-source.ts";
import { toDeliveredBounds } from "./tiles/grid.ts";
import { deliverLoosePoints } from "./tiles/loose-points.ts";
import { measureMesh } from "./tiles/measure-mesh.ts";
import { tileMesh } from "./tiles/tile-mesh-source.ts";
import { writeTileset } from "./tiles/write-tileset.ts";

// Shares measured on textured rooms; they only drive the progress bar.
const plan: StagePlan = [
  ["checking", 3],
  ["reading", 12],
  ["textures", 10],
  ["tiling", 65],
  ["preview", 7],
  ["writing", 3],
];
const workFolder = ".work";

/** Any mesh format → 3D Tiles 1.1 (replacement; quantised, meshopt, WebP pictures) with a preview. */
export const convertMesh: Converter = async (job, onProgress, signal) => {
  const progress = createProgressTracker(plan, onProgress);
  const advance = (fraction: number) => {
    if (signal.aborted) throw new ScanProblem("scan-cancelled");
    progress.advance(fraction);
  };
  const enter = (stage: Parameters<typeof progress.enter>[0]) => {
    if (signal.aborted) throw new ScanProblem("scan-cancelled");
    progress.enter(stage);
  };
  enter("checking");
  const original = await checkOriginal(job, (fraction) => progress.advance(fraction), signal);
  await using file = await openFileByteSource(job.inputPath, job.originalName);
  const probed = await probeMesh(file, job.format);

  const workDir = join(job.outputDir, workFolder);
  await mkdir(workDir);
  try {
    enter("reading");
    await using source = await openMeshSource(job, file, workDir);
    // What the probe estimates from samples is checked again here, on every vertex.
    if (probed.warnings.includes("scan-no-colour")) source.warnings.add("scan-no-colour");
    const measure = await measureMesh(source, job.frame ?? {}, advance);
    const tiled = await tileMesh(source, measure, job.outputDir, workDir, { enter, advance });
    const points = await deliverLoosePoints(source, measure, job.outputDir);

    enter("preview");
    const shown = tiled ?? points;
    if (shown === undefined) throw new ScanProblem("scan-faces-without-area");
    const preview = await shown.renderPreview();
    await writeFile(join(job.outputDir, previewFileName), preview.webp);

    enter("writing");
    const tileset = await writeTileset(job.outputDir, tiled, points);
    await rm(workDir, { recursive: true });
    const report = await writeDelivery(job, original, {
      kind: "mesh",
      counts: {
        vertices: tiled?.vertices ?? 0,
        triangles: measure.triangles,
        textures: tiled?.textures ?? 0,
        ...(points === undefined ? {} : { points: points.count }),
      },
      bounds: toDeliveredBounds(measure),
      unit: measure.unit,
      upAxis: measure.upAxis,
      localOrigin: measure.localOrigin,
      warnings: [...source.warnings],
      form: "3d-tiles",
      entry: tileset.entry,
      preload: [tileset.rootContent],
      preview: previewFileName,
      ...(tiled === undefined ? {} : { plans: tiled.plans }),
      ...(tileset.detail === undefined ? {} : { detail: [...tileset.detail] }),
      startView: preview.startView,
    });
    progress.advance(1);
    return report;
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
};
