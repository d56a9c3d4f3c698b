import { SplatFileType, SplatMesh } from "@sparkjsdev/spark";
import { Group, Matrix4, type PerspectiveCamera, type Ray } from "three";
import { fetchDelivery } from "./fetch-delivery.ts";
import { hideSplats, type SplatHiding } from "./hide-splats.ts";
import type { LoadContext, RaycastOptions, ScanUsage, SurfaceHit } from "./loaded-scan.ts";
import { raycastDrawnSplats } from "./raycast-drawn-splats.ts";
import { enterSplatStage, type SplatStage } from "./splat-stage.ts";

const framesToSettle = 4;
const frameEveryMs = 120;
/** Logarithms that the renderer uses where a file names none. */
const usualScales = { min: -12, max: 9 };

/** Splats with levels of detail: the renderer draws what the view needs, within a budget. */
export interface FineSplats extends SplatHiding {
  readonly object: Group;
  /** Whether anything is visible yet. */
  readonly hasPicture: boolean;
  /** The nearest of the drawn splats; the ray and the hit are in the scan's own frame. */
  raycast(ray: Ray, options: RaycastOptions): SurfaceHit | null;
  /** Called before every drawn frame. */
  update(camera: PerspectiveCamera): void;
  usage(): ScanUsage;
  dispose(): void;
}

/** @throws ScanLoadError `unreachable`, SyntaxError or RangeError for an invalid header */
export async function loadFineSplats(url: string, context: LoadContext): Promise<FineSplats> {
  const { invalidate, signal } = context;
  const splats = readCount(await fetchDelivery(url, signal));
  signal.throwIfAborted();
  const stage = enterSplatStage(context, splats);
  const fine = new SplatMesh({ url, fileType: SplatFileType.RAD, paged: true, raycastable: false });
  const frames = keepFramesComing(fine, invalidate, stage);
  const object = new Group();
  object.add(fine);
  return {
    object,
    get hasPicture() {
      // Sorted splats come later than loaded ones, and those that volumes hide are never drawn.
      return (fine.paged?.numSplats ?? 0) > 0 && stage.drawnSplats > 0;
    },
    raycast: (ray, options) => {
      const { paged } = fine;
      const packed = paged?.pager?.packedTexture.value.image.data;
      const indices = paged?.dynoIndices.value.image.data;
      if (!(packed instanceof Uint32Array && indices instanceof Uint32Array)) return null;
      const {
        lnScaleMin = usualScales.min,
        lnScaleMax = usualScales.max,
        lodOpacity = false,
      } = paged?.splatEncoding ?? {};
      const count = Math.min(paged?.numSplats ?? 0, indices.length);
      return raycastDrawnSplats({ packed, indices, count, lnScaleMin, lnScaleMax, lodOpacity }, ray, options);
    },
    update: (camera) => {
      frames.watch(camera);
      stage.noteFrame(frames.noteFrame);
    },
    ...hideSplats(fine),
    usage: () => ({ ...frames.usage(), cacheBytes: stage.cacheBytes, splats: stage.drawnSplats }),
    dispose: () => {
      frames.stop();
      object.clear();
      fine.dispose();
      stage.leave();
    },
  };
}

/**
 * The renderer uses loaded data and requests more only while frames are drawn, and its worker answers in between: draw
 * a few extra frames whenever a chunk arrives or the camera moves. Slow frames get longer pauses, so that the page
 * stays responsive. A view that has settled is drawn with more splats, until all are drawn.
 */
function keepFramesComing(fine: SplatMesh, invalidate: () => void, stage: Pick<SplatStage, "lift" | "lower">) {
  let framesLeft = 0;
  let lastFrameMs = 0;
  let timer: number | undefined;
  const usage = { loaded: 0, loading: 0, failed: 0 };
  const tick = () => {
    timer = undefined;
    if (framesLeft === 0) {
      // The next chunk to arrive resumes this.
      if (usage.loading === 0 && stage.lift()) wake();
      return;
    }
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
    paged.fetchDecodeChunk = (chunk) => {
      usage.loading++;
      return fetchChunk(chunk)
        .then(
          (result) => {
            usage.loaded++;
            return result;
          },
          (reason: unknown) => {
            usage.failed++;
            throw reason;
          },
        )
        .finally(() => {
          usage.loading--;
          wake();
        });
    };
  }
  const seen = new Matrix4();
  wake();
  return {
    watch: ({ matrixWorld }: PerspectiveCamera) => {
      if (seen.equals(matrixWorld)) return;
      seen.copy(matrixWorld);
      stage.lower();
      wake();
    },
    noteFrame: (frameMs: number) => {
      lastFrameMs = frameMs;
    },
    // More is to come until the view has settled with as many splats as it may show.
    usage: () => ({ ...usage, loading: usage.loading + (timer === undefined ? 0 : 1) }),
    stop: () => {
      window.clearTimeout(timer);
      // Chunks still in flight start no more frames.
      timer = -1;
    },
  };
}

/** The file's header: a magic number, the length of a JSON text, the text. */
function readCount(bytes: ArrayBuffer): number {
  const length = new DataView(bytes).getUint32(4, true);
  const { count } = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 8, length))) as { count?: unknown };
  if (typeof count !== "number" || count <= 0) throw new RangeError("The head counts no splats.");
  return count;
}
