import { SplatFileType, SplatMesh } from "@sparkjsdev/spark";
import { Group, Matrix4, type PerspectiveCamera } from "three";
import { fetchDelivery } from "./fetch-delivery.ts";
import type { LoadContext, ScanUsage } from "./loaded-scan.ts";
import { enterSplatStage } from "./splat-stage.ts";

const framesToSettle = 4;
const frameEveryMs = 120;

/** Splats with levels of detail, as the splat renderer draws them: what the view needs, within a budget. */
export interface FineSplats {
  readonly object: Group;
  /** Whether there is more to see than nothing. */
  readonly hasPicture: boolean;
  /** Called before every drawn frame. */
  update(camera: PerspectiveCamera): void;
  usage(): ScanUsage;
  dispose(): void;
}

/** @throws ScanLoadError `unreachable`, SyntaxError or RangeError for a head that is none */
export async function loadFineSplats(url: string, context: LoadContext): Promise<FineSplats> {
  const { invalidate, signal } = context;
  const splats = readCount(await fetchDelivery(url, signal));
  signal.throwIfAborted();
  const stage = enterSplatStage(context, splats);
  const fine = new SplatMesh({ url, fileType: SplatFileType.RAD, paged: true, raycastable: false });
  const frames = keepFramesComing(fine, invalidate);
  const object = new Group();
  object.add(fine);
  return {
    object,
    get hasPicture() {
      return (fine.paged?.numSplats ?? 0) > 0;
    },
    update: (camera) => {
      frames.watch(camera);
      stage.noteFrame(frames.noteFrame);
    },
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
 * The renderer takes up what has been loaded, and asks for more, only while frames are drawn, and its worker answers in
 * between: a few frames more are drawn whenever a chunk has come or the camera has moved. Where frames take long, so do
 * the pauses: the page must stay usable meanwhile.
 */
function keepFramesComing(fine: SplatMesh, invalidate: () => void) {
  let framesLeft = 0;
  let lastFrameMs = 0;
  let timer: number | undefined;
  const usage = { loaded: 0, loading: 0, failed: 0 };
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
      wake();
    },
    noteFrame: (frameMs: number) => {
      lastFrameMs = frameMs;
    },
    usage: () => usage,
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
