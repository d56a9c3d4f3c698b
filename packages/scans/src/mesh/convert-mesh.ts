import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ByteSource } from "../byte-source.ts";
import type { ConversionJob, Converter } from "../conversion.ts";
import { checkOriginal, writeDelivery } from "../delivery.ts";
import { openFileByteSource } from "../file-byte-source.ts";
import { previewFileName } from "../preview/render-preview.ts";
import { createProgressTracker, type StagePlan } from "../progress.ts";
import { ScanProblem } from "../scan-problem.ts";
import { compressTextures } from "./compress-textures.ts";
import { createMaterialVariants } from "./material-variants.ts";
import { requireMeshFits } from "./memory-estimate.ts";
import type { MeshScene } from "./mesh-scene.ts";
import { renderMeshPreview } from "./preview-mesh.ts";
import { probeMesh } from "./probe-mesh.ts";
import { readGltf } from "./read-gltf.ts";
import { readObj } from "./read-obj.ts";
import { readPlyMesh } from "./read-ply-mesh.ts";
import { readStl } from "./read-stl.ts";
import { settleMesh } from "./settle-mesh.ts";
import { replaceGeometry, writeModel } from "./write-model.ts";

const modelFileName = "model.glb";

// Shares as measured on textured rooms; they steer the progress bar only.
const plan: StagePlan = [
  ["checking", 4],
  ["reading", 25],
  ["optimising", 15],
  ["textures", 30],
  ["preview", 6],
  ["writing", 20],
];

function readScene(job: ConversionJob, source: ByteSource): Promise<MeshScene> {
  switch (job.format) {
    case "glb":
    case "gltf":
    case "gltf-zip":
      return readGltf(job, source);
    case "obj":
    case "obj-zip":
      return readObj(job, source);
    case "ply-mesh":
      return readPlyMesh(job, source);
    case "stl":
      return readStl(job, source);
    default:
      throw new Error(`${job.format} is not a mesh`);
  }
}

/** Any mesh format → one `model.glb` (quantised, meshopt, WebP pictures) with a preview. */
export const convertMesh: Converter = async (job, onProgress, signal) => {
  const progress = createProgressTracker(plan, onProgress);
  const enter = (stage: Parameters<typeof progress.enter>[0]) => {
    if (signal.aborted) throw new ScanProblem("scan-cancelled");
    progress.enter(stage);
  };
  enter("checking");
  const original = await checkOriginal(job, (fraction) => progress.advance(fraction), signal);
  await using source = await openFileByteSource(job.inputPath, job.originalName);
  const probed = await probeMesh(source, job.format);
  requireMeshFits(
    { sizeBytes: source.sizeBytes, vertices: probed.counts.vertices ?? 0, triangles: probed.counts.triangles ?? 0 },
    job.memoryBytesMax,
  );

  enter("reading");
  const scene = await readScene(job, source);
  // What the probe only estimates from samples is judged again below, on every vertex.
  if (probed.warnings.includes("scan-no-colour")) scene.warnings.add("scan-no-colour");

  enter("optimising");
  const settled = await settleMesh(scene, createMaterialVariants(scene.document), (fraction) =>
    progress.advance(fraction),
  );
  await replaceGeometry(scene.document, settled.groups);

  enter("textures");
  await compressTextures(scene.document, scene.warnings, (fraction) => progress.advance(fraction));

  enter("preview");
  const preview = await renderMeshPreview(settled.groups);
  await writeFile(join(job.outputDir, previewFileName), preview.webp);

  enter("writing");
  const textures = scene.document.getRoot().listTextures().length;
  const { glb, vertices } = await writeModel(scene.document);
  await writeFile(join(job.outputDir, modelFileName), glb);
  const elements = (isPoints: boolean) =>
    settled.groups
      .filter((group) => (group.indices === undefined) === isPoints)
      .reduce(
        (sum, group) => sum + (group.indices === undefined ? group.positions.length / 3 : group.indices.length / 3),
        0,
      );
  const points = elements(true);
  const report = await writeDelivery(job, original, {
    kind: "mesh",
    counts: { vertices, triangles: elements(false), textures, ...(points > 0 ? { points } : {}) },
    bounds: settled.bounds,
    unit: scene.unit,
    upAxis: settled.upAxis,
    localOrigin: settled.localOrigin,
    warnings: [...scene.warnings],
    form: "glb",
    entry: modelFileName,
    preview: previewFileName,
    startView: preview.startView,
  });
  progress.advance(1);
  return report;
};
