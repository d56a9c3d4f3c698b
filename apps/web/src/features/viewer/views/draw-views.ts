import type { PublishedView } from "@blueprint/contract/published-content";
import { loadScan } from "../loaders/load-scan.ts";
import type { LoadedScan } from "../loaders/loaded-scan.ts";
import { applyPlacements } from "../scans/scan-placement.ts";
import { LiveScene } from "../scene/live-scene.ts";
import type { ViewerScan } from "../scene/scene.ts";
import { createStage } from "../scene/scene-stage.ts";
import { describeDevice } from "../scene/view-budget.ts";
import { takeScreenshot } from "../sharing/take-screenshot.ts";
import { toVolumeBoxes } from "../volumes/volume-boxes.ts";

/** CSS pixels. */
export const viewPicture = { width: 96, height: 64 } as const;
const pixelRatio = 2;
/** Frames without anything left to load before a picture counts as finished. */
const calmFrames = 20;
/** A picture is taken as it is after this time. */
const drawMsMax = 4_000;

/**
 * Draws small pictures of views, one after another, in a canvas of their own: the page's camera stays where it is, and
 * the pictures show no more than this visitor may see.
 * @param background where the canvas's background colour is read
 * @param onPicture receives each picture as soon as it is drawn
 */
export async function drawViews(
  allScans: readonly ViewerScan[],
  views: readonly PublishedView[],
  background: HTMLElement,
  onPicture: (viewId: string, picture: Blob) => void,
  signal: AbortSignal,
): Promise<void> {
  const scans = applyPlacements(allScans).filter(({ kind }) => kind !== "panorama" && kind !== "plan");
  const stage = createStage(scans);
  const { renderer, scene, canvas } = stage;
  const live = new LiveScene(describeDevice());
  const loaded = new Map<string, LoadedScan>();
  const leaving = new AbortController();
  const leave = () => leaving.abort(signal.reason);
  signal.addEventListener("abort", leave, { once: true });
  try {
    renderer.setPixelRatio(pixelRatio);
    renderer.setSize(viewPicture.width, viewPicture.height);
    live.setSize(viewPicture.width, viewPicture.height);
    live.setExtent(scans);
    live.rig.setMode("fly");
    live.budget.show(scans.map(({ kind }) => kind));
    for (const { id, position, target, hiddenScans = [] } of views) {
      const shown = scans.filter((scan) => !hiddenScans.includes(scan.id));
      live.rig.placeAt({ position, target });
      for (const { id: scanId, delivery, placement, volumes } of shown.filter((scan) => !loaded.has(scan.id))) {
        const scan = await loadScan(delivery, {
          renderer,
          scene,
          placement,
          boxes: toVolumeBoxes(volumes ?? [], placement),
          // As detailed as a small picture needs, never whole.
          share: () => ({ ...live.budget.share, whole: { triangles: 0, points: 0 } }),
          camera: live.camera,
          invalidate: () => undefined,
          signal: leaving.signal,
        });
        loaded.set(scanId, scan);
        scene.add(scan.object);
        live.addScan(scanId, scan);
      }
      live.showOnly(new Set(shown.map((scan) => scan.id)));
      await untilCalm(live, () => renderer.render(scene, live.camera), leaving.signal);
      onPicture(id, await takeScreenshot({ gl: renderer, scene, camera: live.camera }, background));
    }
  } finally {
    signal.removeEventListener("abort", leave);
    leaving.abort();
    for (const scan of loaded.values()) scan.dispose();
    renderer.dispose();
    renderer.forceContextLoss();
    canvas.remove();
  }
}

/** Draws frames until nothing is left to load. @throws the signal's reason */
async function untilCalm(live: LiveScene, draw: () => void, signal: AbortSignal): Promise<void> {
  const endsAtMs = performance.now() + drawMsMax;
  let calm = 0;
  while (calm < calmFrames && performance.now() < endsAtMs) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    signal.throwIfAborted();
    live.advance(0);
    draw();
    const isLoading = [...live.listUsage()].some(([, { loading }]) => loading > 0);
    calm = isLoading ? 0 : calm + 1;
  }
}
