import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { ScanWarningCode } from "@blueprint/contract/scan-problems";
import { type Bounds, metresPerUnit, type UpAxis } from "@blueprint/contract/scan-report";
import type { Converter } from "../conversion.ts";
import { checkOriginal, writeDelivery } from "../delivery.ts";
import { openFileByteSource } from "../file-byte-source.ts";
import { findOverview } from "../point-cloud/find-overview.ts";
import { renderPointsPreview } from "../preview/render-preview.ts";
import { previewFileName, previewHeightPx, previewWidthPx } from "../preview-file.ts";
import { createProgressTracker } from "../progress.ts";
import { ScanProblem } from "../scan-problem.ts";
import { chooseCoarseSplats, toRows } from "./choose-coarse-splats.ts";
import { createSpzEncoder, type SplatRows } from "./encode-spz.ts";
import { measureSplatDetail } from "./measure-splat-detail.ts";
import { openSplats, readOrBlame } from "./open-splats.ts";
import { readSplatFacts, toRobustBounds } from "./splat-facts.ts";
import { createChunkDataPool, type SplatLayer, type SplatSource } from "./splat-library.ts";
import { addRows, createSplatStore, type HarmonicsDegree, toStoreBytes } from "./splat-store.ts";
import { buildSplatTree } from "./splat-tree.ts";
import { writeRad } from "./write-rad.ts";

/** The first picture: a few splats representing many, half a megabyte. The data streamed later is stored beside it. */
export const coarseFileName = "coarse.spz";
const coarseSplatsMax = 30_000;
/** The third degree is as many bytes as everything below it, and the least visible. */
const coarseDegreeMax = 2;
const splatsMax = 12_000_000;
/** The rest of the memory is for the reader, the tree and files in flight. */
const storeMemoryShare = 0.6;
/** Maximum number of merged splats per original one; half as many is typical. */
const nodesPerSplat = 2;
const nodesPerSplatUsual = 1.7;
const previewSplatsMax = 500_000;
const positionSamplesMax = 500_000;
/** Further than this from the origin, SPZ's positions lose precision. */
const largeCoordinate = 1000;
const usualSizeM = { min: 0.1, max: 5000 };

/**
 * Converts splats of any format into a coarse SPZ and a level-of-detail tree (RAD), in metres, y up, so that viewers
 * need no rotation. Splat files name neither unit nor up axis: without an answer, one unit counts as a metre, and up is
 * as usual for the format.
 */
export const convertSplat: Converter = async (job, onProgress, signal) => {
  const progress = createProgressTracker(
    [
      ["checking", 6],
      ["reading", 30],
      ["preview", 8],
      ["optimising", 36],
      ["writing", 20],
    ],
    onProgress,
  );
  progress.enter("checking");
  const original = await checkOriginal(job, progress.advance, signal);
  await using source = await openFileByteSource(job.inputPath, job.originalName);
  const { splatCount: declaredCount, upAxis: usualUpAxis, unit: ownUnit } = await readSplatFacts(source, job.format);
  const { upAxis = usualUpAxis, unit = ownUnit } = job.frame ?? {};
  const scale = metresPerUnit[unit];
  if (declaredCount > splatsMax) throw new ScanProblem("scan-too-large", `${declaredCount} splats`);

  progress.enter("reading");
  const splats = await openSplats(source, job.inputPath, job.format, { upAxis, metresPerUnit: scale });
  try {
    const placement = await findPlacement(splats, (share) => progress.advance(0.4 * share), signal);
    const { numGaussians, shBands, model } = splats.meta;
    const degree = chooseDegree(numGaussians, shBands, job.memoryBytesMax);
    const store = createSplatStore(numGaussians * nodesPerSplat + 1, degree);
    const sampler = createPreviewSampler(numGaussians, placement.origin, shBands);
    let invalidCount = 0;
    let done = 0;
    for await (const rows of readRows(splats, ["position", "geometric", "color"])) {
      invalidCount += addRows(store, rows, shBands, placement.origin, (row) => sampler.add(rows, row)).invalidCount;
      done += rows.count;
      progress.advance(0.4 + (0.6 * done) / numGaussians);
      await pauseForCancel(signal);
    }
    if (store.count === 0) throw new ScanProblem("scan-invalid-geometry");
    const splatCount = store.count;

    progress.enter("preview");
    await pauseForCancel(signal);
    const sampled = sampler.finish();
    const view = findOverview(sampled.solidPositions, previewWidthPx / previewHeightPx);
    const preview = await renderPointsPreview(sampled, view);
    await writeFile(join(job.outputDir, previewFileName), preview.webp);

    progress.enter("optimising");
    const advance = async (share: number) => {
      progress.advance(share);
      await pauseForCancel(signal);
    };
    const tree = await buildSplatTree(store, advance);
    const coarse = chooseCoarseSplats(store, tree, preview.startView.position, coarseSplatsMax);
    const coarseDegree = Math.min(store.degree, coarseDegreeMax) as HarmonicsDegree;
    const encoder = createSpzEncoder({
      splatCountMax: coarse.length,
      degree: coarseDegree,
      isAntialiased: model === "antialiased",
      coordinateMax: placement.coordinateMax,
      origin: [0, 0, 0],
    });
    encoder.add(
      toRows(
        store,
        coarse.map((place) => tree.splats[place]!),
        coarseDegree,
      ),
    );
    await encoder.write(join(job.outputDir, coarseFileName));

    progress.enter("writing");
    await writeRad(job.outputDir, store, tree, advance);
    const { bounds, origin } = placement;
    const warnings: ScanWarningCode[] = unit === "unknown" ? ["scan-units-unknown"] : [];
    if (invalidCount > 0) warnings.push("scan-invalid-points-skipped");
    if (origin.some((value) => value !== 0)) warnings.push("scan-large-coordinates");
    const diagonal = Math.hypot(...bounds.max.map((high, axis) => high - bounds.min[axis]!));
    if (diagonal < usualSizeM.min || diagonal > usualSizeM.max) warnings.push("scan-size-unusual");
    return await writeDelivery(job, original, {
      kind: "splat",
      form: "rad",
      entry: coarseFileName,
      counts: { splats: splatCount },
      bounds,
      unit,
      upAxis,
      localOrigin: toSourceFrame(origin, upAxis, scale),
      warnings,
      preview: previewFileName,
      detail: measureSplatDetail(store, tree),
      startView: preview.startView,
    });
  } finally {
    await splats.close();
  }
};

/** From metres, y up, back to the file's own frame and unit. Adding 0 turns -0 into 0. */
function toSourceFrame(
  [x, y, z]: readonly [number, number, number],
  upAxis: UpAxis,
  scale: number,
): [number, number, number] {
  const turned = upAxis === "-y" ? [-x, -y, z] : upAxis === "z" ? [x, -z, y] : [x, y, z];
  return turned.map((part) => part / scale + 0) as [number, number, number];
}

/** As many harmonics as the splats have and memory allows. @throws ScanProblem scan-too-large */
function chooseDegree(splatCount: number, degree: HarmonicsDegree, memoryBytesMax = 4 * 1024 ** 3): HarmonicsDegree {
  for (let kept = degree; kept >= 0; kept--) {
    const neededBytes = toStoreBytes(splatCount * nodesPerSplatUsual, kept as HarmonicsDegree);
    if (neededBytes <= memoryBytesMax * storeMemoryShare) return kept as HarmonicsDegree;
  }
  throw new ScanProblem("scan-too-large", `${splatCount} splats`);
}

interface Placement {
  /** 1st to 99th percentile, metres, y up, after subtracting `origin`. */
  readonly bounds: Bounds;
  readonly origin: readonly [number, number, number];
  /** Largest absolute coordinate after subtracting `origin`, without the outermost thousandth. */
  readonly coordinateMax: number;
}

async function findPlacement(
  splats: SplatSource,
  onFraction: (fraction: number) => void,
  signal: AbortSignal,
): Promise<Placement> {
  const { numGaussians } = splats.meta;
  const step = Math.max(1, Math.floor(numGaussians / positionSamplesMax));
  const samples: number[][] = [[], [], []];
  let seen = 0;
  for await (const { positions, count } of readRows(splats, ["position"])) {
    throwIfCancelled(signal);
    for (let i = (step - (seen % step)) % step; i < count; i += step) {
      const point = positions.subarray(i * 3, i * 3 + 3);
      if (point.every(Number.isFinite)) {
        for (let axis = 0; axis < 3; axis++) samples[axis]!.push(point[axis]!);
      }
    }
    seen += count;
    onFraction(seen / numGaussians);
    await setImmediate();
  }
  if (samples[0]!.length === 0) throw new ScanProblem("scan-invalid-geometry");
  const bounds = toRobustBounds(samples);
  const middle = bounds.min.map((low, axis) => (low + bounds.max[axis]!) / 2);
  const isFar = middle.some((value) => Math.abs(value) > largeCoordinate);
  const origin = middle.map((value) => (isFar ? Math.round(value) : 0)) as [number, number, number];
  const distances = Float64Array.from(samples[0]!, (_, i) =>
    Math.max(...origin.map((value, axis) => Math.abs(samples[axis]![i]! - value))),
  ).sort();
  const shift = (corner: readonly number[]) =>
    corner.map((value, axis) => value - origin[axis]!) as [number, number, number];
  return {
    bounds: { min: shift(bounds.min), max: shift(bounds.max) },
    origin,
    coordinateMax: distances[Math.floor((distances.length - 1) * 0.999)] ?? 0,
  };
}

/** Reads all splats in order, chunk by chunk; layers not requested stay empty. */
async function* readRows(splats: SplatSource, layers: readonly SplatLayer[]): AsyncGenerator<SplatRows> {
  const { meta } = splats;
  // The pool's buffers would hold a whole chunk, a million splats, which small scenes do not need.
  const pool = createChunkDataPool({ chunkSize: Math.min(meta.chunkSize, Math.max(1, meta.numGaussians)) });
  const empty = new Float32Array(0);
  try {
    for (let chunkIndex = 0; chunkIndex < meta.numChunks[0]!; chunkIndex++) {
      const count = Math.min(meta.chunkSize, meta.numGaussians - chunkIndex * meta.chunkSize);
      const buffers = layers.map((layer) => [layer, pool.acquire(layer, meta.layouts[layer]!, count)] as const);
      await readOrBlame(() => splats.read({ chunkIndex, ...Object.fromEntries(buffers) }));
      const rowsOf = (layer: SplatLayer) => {
        const buffer = buffers.find(([name]) => name === layer)?.[1];
        return buffer ? new Float32Array(buffer.data, 0, (count * buffer.stride) / 4) : empty;
      };
      yield { count, positions: rowsOf("position"), shapes: rowsOf("geometric"), colours: rowsOf("color") };
      for (const [, buffer] of buffers) buffer.release();
    }
  } finally {
    pool.destroy();
  }
}

/** Weight of the constant harmonic in a colour. */
const harmonicConstant = 0.282_094_791_77;
const faintOpacity = 0.04;
const solidOpacity = 0.3;

/** Samples the splats evenly as soft discs. */
function createPreviewSampler(splatCount: number, origin: readonly [number, number, number], degree: 0 | 1 | 2 | 3) {
  const step = Math.max(1, Math.ceil(splatCount / previewSplatsMax));
  const capacity = Math.ceil(splatCount / step);
  const positions = new Float32Array(capacity * 3);
  const colours = new Uint8Array(capacity * 3);
  const radiiM = new Float32Array(capacity);
  const opacities = new Float32Array(capacity);
  const solid: number[] = [];
  const coloursEach = 3 + ([0, 9, 24, 45] as const)[degree];
  // Fewer splats must be larger to cover the surface.
  const widening = Math.sqrt(step);
  let seen = 0;
  let count = 0;
  return {
    add: (rows: SplatRows, row: number) => {
      if (seen++ % step !== 0) return;
      const opacity = 1 / (1 + Math.exp(-rows.shapes[row * 8 + 7]!));
      if (opacity < faintOpacity) return;
      const [small, middle, large] = [4, 5, 6]
        .map((part) => Math.exp(rows.shapes[row * 8 + part]!))
        .sort((a, b) => a - b);
      // A disc as large as the splat's broad side.
      radiiM[count] = Math.sqrt(Math.max(middle!, small!) * large!) * widening;
      opacities[count] = opacity;
      for (let axis = 0; axis < 3; axis++) {
        const value = rows.positions[row * 3 + axis]! - origin[axis]!;
        positions[count * 3 + axis] = value;
        if (opacity > solidOpacity) solid.push(value);
        const shade = (0.5 + harmonicConstant * rows.colours[row * coloursEach + axis]!) * 255;
        colours[count * 3 + axis] = Math.min(255, Math.max(0, Math.round(shade)));
      }
      count++;
    },
    finish: () => {
      const found = positions.subarray(0, count * 3);
      return {
        positions: found,
        colours: colours.subarray(0, count * 3),
        radiiM: radiiM.subarray(0, count),
        opacities: opacities.subarray(0, count),
        solidPositions: solid.length > 0 ? Float32Array.from(solid) : found,
      };
    },
  };
}

/** Lets a pending abort be processed. */
async function pauseForCancel(signal: AbortSignal): Promise<void> {
  await setImmediate();
  throwIfCancelled(signal);
}

function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new ScanProblem("scan-cancelled");
}
