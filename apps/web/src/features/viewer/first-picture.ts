import { type EarlyScene, findEarlyScene, offerEarlyScene } from "./early-scene.ts";
import { loadScan } from "./loaders/load-scan.ts";
import { loadTilesScan } from "./loaders/tiles-scan.ts";
import { SceneSession } from "./scene-session.ts";
import { createStage, pixelRatioRange } from "./scene-stage.ts";
import type { ViewerScan } from "./viewer.ts";

const lookEveryMs = 8;

/**
 * Draws scans into `host` before there is anything around them: a visitor sees the place while the page's own code is
 * still on its way. The page's canvas takes over what was begun.
 * @returns once the first of them is on the screen
 * @throws WebGlMissingError, AggregateError of what each scan failed with
 */
export async function showFirstPicture(scans: readonly ViewerScan[], host: HTMLElement): Promise<void> {
  const first = scans[0];
  // A drawing is no scene: the page shows it as the sheet it is.
  if (first?.kind === "plan") host.remove();
  if (first === undefined || first.kind === "plan") return;
  const stage = createStage(scans);
  const session = new SceneSession();
  const started: EarlyScene = { sceneKey: first.id, session, stage, scans: new Map() };
  offerEarlyScene(started);
  const { renderer, scene } = stage;
  const [ratioMin, ratioMax] = pixelRatioRange();
  const { width, height } = host.getBoundingClientRect();
  renderer.setPixelRatio(Math.min(ratioMax, Math.max(ratioMin, window.devicePixelRatio)));
  renderer.setSize(width, height);
  session.setSize(width, height);
  session.enter(scans, first.delivery.startView, first.kind === "panorama" ? "look" : "orbit");
  host.append(stage.canvas);

  let frame = 0;
  let isFirst = true;
  const draw = () => {
    frame = 0;
    // From the takeover on the page draws.
    if (findEarlyScene(first.id) !== started) return;
    session.advance(0);
    renderer.render(scene, session.camera);
  };
  session.invalidate = () => {
    // The first frame has the card to itself.
    if (frame === 0 && !isFirst) frame = requestAnimationFrame(draw);
  };
  const arrivals = scans.map(({ id, delivery }) => {
    const leaving = new AbortController();
    const context = {
      renderer,
      camera: session.camera,
      invalidate: () => session.invalidate(),
      signal: leaving.signal,
    };
    // Meshes and point clouds: a loader that came with this file needs no way to the server and back.
    const load = delivery.form === "3d-tiles" ? loadTilesScan : loadScan;
    const loaded = load(delivery, context).then((scan) => {
      scene.add(scan.object);
      session.addScan(id, scan);
      draw();
      early.isShown = true;
      return scan;
    });
    // Told by whoever takes it over.
    loaded.catch(() => undefined);
    const early = { loaded, leaving, isShown: false };
    started.scans.set(id, early);
    return loaded;
  });
  await Promise.any(arrivals);
  await untilDrawn(renderer.getContext() as WebGL2RenderingContext);
  isFirst = false;
  session.invalidate();
}

/** Until the graphics card has done what it was given: whatever the page begins before that takes time from the picture. */
function untilDrawn(gl: WebGL2RenderingContext): Promise<void> {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  return new Promise((resolve) => {
    const look = () => {
      const isOver = fence === null || gl.isContextLost() || gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED;
      if (isOver) requestAnimationFrame(() => resolve());
      else window.setTimeout(look, lookEveryMs);
    };
    look();
  });
}
