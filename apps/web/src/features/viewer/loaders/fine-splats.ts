import { SparkRenderer, SplatFileType, SplatMesh } from "@sparkjsdev/spark";
import { Group, Matrix4, type PerspectiveCamera } from "three";
import { fetchDelivery } from "./fetch-delivery.ts";
import { createFrameBudget } from "./frame-budget.ts";
import type { LoadContext } from "./loaded-scan.ts";
import { forgiveLostReads } from "./read-back.ts";

/** What is drawn at most, and what stays loaded: splats. */
const budgets = {
  desktop: { drawn: 1_500_000, loaded: 4_194_304 },
  phone: { drawn: 400_000, loaded: 786_432 },
};
/** Drawn on whatever device: with fewer the coarse whole would look better. */
const drawnMin = 40_000;
/** How far out a splat is drawn, in standard deviations: a third fewer pixels where frames are slow. */
const wideStdDev = Math.sqrt(8);
const narrowStdDev = Math.sqrt(5);
const pageSplats = 65_536;
/** Splats smaller than this many pixels on the screen are not told apart. */
const sizePxMin = { desktop: 1, phone: 2 };

const framesToSettle = 4;
const restEveryMs = 100;
const restTriesMax = 100;
const frameEveryMs = 120;

/** Splats with levels of detail, as the splat renderer draws them: what the view needs, within a budget. */
export interface FineSplats {
  readonly object: Group;
  /** Whether there is more to see than nothing. */
  readonly hasPicture: boolean;
  /** Called before every drawn frame. */
  update(camera: PerspectiveCamera): void;
  dispose(): void;
}

/** @throws ScanLoadError `unreachable`, SyntaxError or RangeError for a head that is none */
export async function loadFineSplats(
  url: string,
  { renderer, invalidate, signal }: Pick<LoadContext, "renderer" | "invalidate" | "signal">,
): Promise<FineSplats> {
  const splats = readCount(await fetchDelivery(url, signal));
  signal.throwIfAborted();
  const isPhone = matchMedia("(pointer: coarse)").matches;
  const budget = isPhone ? budgets.phone : budgets.desktop;
  forgiveLostReads(renderer);
  const spark = new SparkRenderer({
    renderer,
    onDirty: invalidate,
    lodSplatCount: Math.min(budget.drawn, splats),
    maxStdDev: wideStdDev,
    lodRenderScale: isPhone ? sizePxMin.phone : sizePxMin.desktop,
    // Memory is taken for all pages at once: a small scan needs few.
    maxPagedSplats: Math.min(budget.loaded, Math.ceil(splats / pageSplats) * pageSplats),
  });
  const fine = new SplatMesh({ url, fileType: SplatFileType.RAD, paged: true, raycastable: false });
  const frames = keepFramesComing(fine, invalidate);
  const drawnMax = Math.min(budget.drawn, splats);
  const drawn = createFrameBudget(drawnMax, Math.min(drawnMin, splats));
  const object = new Group();
  object.add(spark, fine);
  return {
    object,
    get hasPicture() {
      return (fine.paged?.numSplats ?? 0) > 0;
    },
    update: (camera) => {
      frames.watch(camera);
      measureFrame((frameMs) => {
        frames.noteFrame(frameMs);
        if (!drawn.note(frameMs)) return;
        spark.lodSplatCount = drawn.current;
        spark.maxStdDev = drawn.current < drawnMax ? narrowStdDev : wideStdDev;
      });
    },
    dispose: () => {
      frames.stop();
      object.clear();
      fine.dispose();
      disposeAtRest(spark);
    },
  };
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

/**
 * The renderer takes up what has been loaded, and asks for more, only while frames are drawn, and its worker answers in
 * between: a few frames more are drawn whenever a chunk has come or the camera has moved. Where frames take long, so do
 * the pauses: the page must stay usable meanwhile.
 */
function keepFramesComing(fine: SplatMesh, invalidate: () => void) {
  let framesLeft = 0;
  let lastFrameMs = 0;
  let timer: number | undefined;
  const tick = () => {
    timer = undefined;
    if (framesLeft === 0) return;
    framesLeft--;
    invalidate();
    timer = window.setTimeout(tick, Math.max(frameEveryMs, lastFrameMs * 2));
  };
  const wake = () => {
    framesLeft = framesToSettle;
    timer ??= window.setTimeout(tick, frameEveryMs);
  };
  const { paged } = fine;
  if (paged !== undefined) {
    const fetchChunk = paged.fetchDecodeChunk.bind(paged);
    paged.fetchDecodeChunk = (chunk) => fetchChunk(chunk).finally(wake);
  }
  const seen = new Matrix4();
  wake();
  return {
    watch: ({ matrixWorld }: PerspectiveCamera) => {
      if (seen.equals(matrixWorld)) return;
      seen.copy(matrixWorld);
      wake();
    },
    noteFrame: (frameMs: number) => {
      lastFrameMs = frameMs;
    },
    stop: () => {
      window.clearTimeout(timer);
      // Chunks that are still on their way start nothing any more.
      timer = -1;
    },
  };
}

/** The form's head: a magic number, the length of a JSON text, the text. */
function readCount(bytes: ArrayBuffer): number {
  const length = new DataView(bytes).getUint32(4, true);
  const { count } = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 8, length))) as { count?: unknown };
  if (typeof count !== "number" || count <= 0) throw new RangeError("The head counts no splats.");
  return count;
}
