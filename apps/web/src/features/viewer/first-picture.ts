import { findFirstScan } from "@blueprint/contract/first-picture";
import type { PublishedBlueprint } from "@blueprint/contract/published";
import { type EarlyScene, findEarlyScene, offerEarlyScene } from "./early-scene.ts";
import { loadScan } from "./loaders/load-scan.ts";
import { loadTilesScan } from "./loaders/tiles-scan.ts";
import { preloadFirstPicture } from "./preload-scene.ts";
import { placeScans } from "./scan-placement.ts";
import { SceneSession } from "./scene-session.ts";
import { createStage } from "./scene-stage.ts";
import { untilDrawn } from "./until-drawn.ts";
import { describeDevice } from "./view-budget.ts";
import type { ViewerScan } from "./viewer.ts";

/**
 * Draws a place's first scan into `host` before there is anything around it: a visitor sees the place while the page's own code is
 * still on its way. The page's canvas takes over what was begun.
 * @returns once it is on the screen
 * @throws WebGlMissingError, ScanLoadError
 */
export async function showFirstPicture(place: PublishedBlueprint, host: HTMLElement): Promise<void> {
  const scans: readonly ViewerScan[] = place.scans;
  preloadFirstPicture(place);
  const placed = placeScans(scans);
  const first = findFirstScan(placed);
  // A drawing is no scene: the page shows it as the sheet it is.
  if (first?.kind === "plan") host.remove();
  if (first === undefined || first.kind === "plan") return;
  const stage = createStage(scans);
  const session = new SceneSession(describeDevice());
  session.budget.show([first.kind]);
  session.showOnly(new Set([first.id]));
  const started: EarlyScene = { sceneKey: first.id, session, stage, scans: new Map() };
  offerEarlyScene(started);
  const { renderer, scene } = stage;
  const { width, height } = host.getBoundingClientRect();
  renderer.setPixelRatio(session.pixelRatio);
  renderer.setSize(width, height);
  session.setSize(width, height);
  session.enter([first], first.delivery.startView, first.kind === "panorama" ? "look" : "orbit");
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
  const { id, delivery, stand } = first;
  const leaving = new AbortController();
  const context = {
    renderer,
    scene,
    stand,
    share: () => session.budget.share,
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
  await loaded;
  await untilDrawn(renderer.getContext() as WebGL2RenderingContext);
  isFirst = false;
  session.invalidate();
}
