import { SparkRenderer } from "@sparkjsdev/spark";
import type { WebGLRenderer } from "three";
import { createFrameBudget, type FrameBudget } from "./frame-budget.ts";
import type { LoadContext } from "./loaded-scan.ts";
import { forgiveLostReads } from "./read-back.ts";

/** Drawn on whatever device: with fewer the coarse whole would look better. */
const drawnMin = 40_000;
/** How far out a splat is drawn, in standard deviations: a third fewer pixels where frames are slow. */
const wideStdDev = Math.sqrt(8);
const narrowStdDev = Math.sqrt(5);
/** Splats smaller than this many pixels on the screen are not told apart. */
const sizePxMin = { desktop: 1, phone: 2 };
const pageSplats = 65_536;
/** A packed splat without its harmonics. */
const bytesPerSplat = 16;
const restEveryMs = 100;
const restTriesMax = 100;

/** One for all splat scans of a canvas: they are sorted together, or one would always lie over the other. */
export interface SplatStage {
  /** Bytes taken for all scans of the stage: positions, sizes and colours of what may be loaded. */
  readonly cacheBytes: number;
  /** Drawn at this moment: a scan's part of the stage's. */
  readonly drawnSplats: number;
  /** To be told of each drawn frame, by every scan. */
  noteFrame(onMeasured: (frameMs: number) => void): void;
  /** The last scan that leaves takes the stage down. */
  leave(): void;
}

interface Shared {
  readonly spark: SparkRenderer;
  /** How many splats with levels of detail each scan has. */
  readonly counts: Map<symbol, number>;
  budget: FrameBudget;
  measuredFrame: number;
}

const stages = new WeakMap<WebGLRenderer, Shared>();

/** @param splats how many the scan has in levels of detail; 0 for one that is always drawn whole */
export function enterSplatStage(context: LoadContext, splats: number): SplatStage {
  const { renderer, scene, share } = context;
  const shared = stages.get(renderer) ?? buildStage(context, splats);
  stages.set(renderer, shared);
  const own = Symbol("scan");
  shared.counts.set(own, splats);
  fitBudget(shared, share().splats.drawn * shared.counts.size);
  return {
    get cacheBytes() {
      return ((shared.spark.pager?.maxSplats ?? 0) * bytesPerSplat) / shared.counts.size;
    },
    get drawnSplats() {
      return shared.spark.activeSplats / shared.counts.size;
    },
    noteFrame: (onMeasured) => {
      const { frame } = renderer.info.render;
      const isFirst = shared.measuredFrame !== frame;
      shared.measuredFrame = frame;
      measureFrame((frameMs) => {
        onMeasured(frameMs);
        if (isFirst && shared.budget.note(frameMs)) applyBudget(shared);
      });
    },
    leave: () => {
      shared.counts.delete(own);
      if (shared.counts.size > 0) return;
      stages.delete(renderer);
      scene.remove(shared.spark);
      disposeAtRest(shared.spark);
    },
  };
}

function buildStage({ renderer, scene, share, invalidate }: LoadContext, splats: number): Shared {
  const { device, splats: most, splatScans } = share();
  forgiveLostReads(renderer);
  const spark = new SparkRenderer({
    renderer,
    onDirty: invalidate,
    maxStdDev: wideStdDev,
    lodRenderScale: sizePxMin[device],
    // Memory is taken for all pages at once: a small scan alone needs few.
    maxPagedSplats: roundToPages(splatScans > 1 ? most.loaded * splatScans : Math.min(most.loaded, splats)),
  });
  scene.add(spark);
  return { spark, counts: new Map(), budget: createFrameBudget(drawnMin, drawnMin), measuredFrame: -1 };
}

const roundToPages = (splats: number) => Math.ceil(splats / pageSplats) * pageSplats;

function fitBudget(shared: Shared, drawnMax: number): void {
  const total = [...shared.counts.values()].reduce((sum, count) => sum + count, 0);
  const most = Math.min(drawnMax, total);
  shared.budget = createFrameBudget(most, Math.min(drawnMin, most));
  applyBudget(shared);
}

function applyBudget({ spark, budget }: Shared): void {
  if (budget.most === 0) return;
  spark.lodSplatCount = budget.current;
  spark.maxStdDev = budget.current < budget.most ? narrowStdDev : wideStdDev;
}

/**
 * Ends the renderer once it is not in the middle of anything: what it is sorting, or asking its workers, it would go on
 * with after its end, and throw where nobody can catch it.
 */
function disposeAtRest(spark: SparkRenderer): void {
  spark.autoUpdate = false;
  let tries = 0;
  const end = () => {
    spark.sortDirty = false;
    const isBusy = spark.sorting || spark.lodWorker?.queue != null || spark.sortWorker?.queue != null;
    // A card whose context was lost leaves a sort unfinished for ever; nothing goes on with it then.
    if (isBusy && tries++ < restTriesMax) window.setTimeout(end, restEveryMs);
    else spark.dispose();
  };
  end();
}

/** Until the frame after the one that is being drawn begins, the browser has done the work of this one. */
function measureFrame(onMeasured: (frameMs: number) => void): void {
  const startedAtMs = performance.now();
  requestAnimationFrame(() => requestAnimationFrame(() => onMeasured((performance.now() - startedAtMs) / 2)));
}
