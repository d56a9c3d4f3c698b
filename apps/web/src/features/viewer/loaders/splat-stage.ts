import { SparkRenderer } from "@sparkjsdev/spark";
import type { WebGLRenderer } from "three";
import type { ScanShare } from "../scene/view-budget.ts";
import { createFrameBudget, type FrameBudget } from "./frame-budget.ts";
import type { LoadContext } from "./loaded-scan.ts";
import { forgiveLostReads } from "./read-back.ts";

/** Minimum on any device: with fewer, the coarse version would look better. */
const drawnMin = 40_000;
/** Extent of a drawn splat in standard deviations: a third fewer pixels when frames are slow. */
const wideStdDev = Math.sqrt(8);
const narrowStdDev = Math.sqrt(5);
/** While the view moves, splats smaller than this many pixels on screen are merged. */
const movingSizePxMin = { desktop: 1, phone: 2 };
/** At rest, the budget alone decides. */
const restSizePxMin = 0.01;
const pageSplats = 65_536;
/** A packed splat without harmonics. */
const bytesPerSplat = 16;
const restEveryMs = 100;
const restTriesMax = 100;

/** Shared by all splat scans of a canvas: they must be sorted together, or one would always cover the other. */
export interface SplatStage {
  /** Bytes allocated for all scans of the stage: positions, sizes and colours of what may be loaded. */
  readonly cacheBytes: number;
  /** Currently drawn: a scan's share of the stage's splats. */
  readonly drawnSplats: number;
  /** Every scan calls this for each drawn frame. */
  noteFrame(onMeasured: (frameMs: number) => void): void;
  /** Draws more splats than frame times would allow: the view stands still. @returns whether there was more to draw */
  lift(): boolean;
  /** The view moves: draws as many splats as frame times allow. */
  lower(): void;
  /** The last scan to leave disposes the stage. */
  leave(): void;
}

interface Shared {
  readonly spark: SparkRenderer;
  readonly device: ScanShare["device"];
  /** Number of splats with levels of detail per scan. */
  readonly counts: Map<symbol, number>;
  budget: FrameBudget;
  measuredFrame: number;
}

const stages = new WeakMap<WebGLRenderer, Shared>();

/** @param splats number of the scan's splats with levels of detail; 0 for one that is always drawn whole */
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
    lift: () => {
      const isLifted = shared.budget.lift();
      if (isLifted) applyBudget(shared);
      return isLifted;
    },
    lower: () => {
      if (shared.budget.lower()) applyBudget(shared);
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
    // Memory is allocated for all pages at once: a single small scan needs few.
    maxPagedSplats: roundToPages(splatScans > 1 ? most.loaded * splatScans : Math.min(most.loaded, splats)),
  });
  scene.add(spark);
  return { spark, device, counts: new Map(), budget: createFrameBudget(drawnMin, drawnMin), measuredFrame: -1 };
}

const roundToPages = (splats: number) => Math.ceil(splats / pageSplats) * pageSplats;

function fitBudget(shared: Shared, drawnMax: number): void {
  const total = [...shared.counts.values()].reduce((sum, count) => sum + count, 0);
  const most = Math.min(drawnMax, total);
  shared.budget = createFrameBudget(most, Math.min(drawnMin, most));
  applyBudget(shared);
}

function applyBudget({ spark, device, budget }: Shared): void {
  spark.lodRenderScale = budget.isWhole ? restSizePxMin : movingSizePxMin[device];
  if (budget.most === 0) return;
  spark.lodSplatCount = budget.current;
  spark.maxStdDev = budget.current < budget.most ? narrowStdDev : wideStdDev;
}

/**
 * Disposes the renderer once it is idle: otherwise a pending sort or worker request would continue after disposal and
 * throw where nothing can catch it.
 */
function disposeAtRest(spark: SparkRenderer): void {
  spark.autoUpdate = false;
  let tries = 0;
  const end = () => {
    spark.sortDirty = false;
    const isBusy = spark.sorting || spark.lodWorker?.queue != null || spark.sortWorker?.queue != null;
    // A lost context leaves a sort pending forever; in that case, nothing continues after disposal.
    if (isBusy && tries++ < restTriesMax) window.setTimeout(end, restEveryMs);
    else spark.dispose();
  };
  end();
}

/** Measures until the next frame starts: by then the browser has finished this one's work. */
function measureFrame(onMeasured: (frameMs: number) => void): void {
  const startedAtMs = performance.now();
  requestAnimationFrame(() => requestAnimationFrame(() => onMeasured((performance.now() - startedAtMs) / 2)));
}
