import { findFirstScan } from "@blueprint/contract/first-picture";
import type { PublishedBlueprint } from "@blueprint/contract/published";
import { loadScan } from "../loaders/load-scan.ts";
import { loadTilesScan } from "../loaders/tiles-scan.ts";
import { applyPlacements, startViewOf } from "../scans/scan-placement.ts";
import { LiveScene } from "../scene/live-scene.ts";
import type { ViewerScan } from "../scene/scene.ts";
import { createStage } from "../scene/scene-stage.ts";
import { describeDevice } from "../scene/view-budget.ts";
import type { LinkedStart } from "../sharing/linked-start.ts";
import { toVolumeBoxes } from "../volumes/volume-boxes.ts";
import { type EarlyScene, findEarlyScene, offerEarlyScene } from "./early-scene.ts";
import { firstPictureMark } from "./first-picture-mark.ts";
import { preloadFirstPicture } from "./preload-scene.ts";
import { untilDrawn } from "./until-drawn.ts";

/**
 * Draws a place's first scan into `host` before the rest of the page: visitors see the place while the page's own code
 * downloads. The page's canvas takes over from there.
 * @returns once it is on screen
 * @throws WebGlMissingError, ScanLoadError
 */
export async function showFirstPicture(
  place: PublishedBlueprint,
  linked: LinkedStart | null,
  host: HTMLElement,
): Promise<void> {
  const scans: readonly ViewerScan[] = place.scans;
  preloadFirstPicture(place);
  const placed = applyPlacements(scans);
  const first = findFirstScan(placed);
  // A drawing is not a scene: the page shows it as a sheet.
  if (first?.kind === "plan") host.remove();
  if (first === undefined || first.kind === "plan") return;
  const stage = createStage(scans);
  const live = new LiveScene(describeDevice());
  live.budget.show([first.kind]);
  live.showOnly(new Set([first.id]));
  const started: EarlyScene = { sceneKey: first.id, live, stage, scans: new Map() };
  offerEarlyScene(started);
  const { renderer, scene } = stage;
  const { width, height } = host.getBoundingClientRect();
  renderer.setPixelRatio(live.pixelRatio);
  renderer.setSize(width, height);
  live.setSize(width, height);
  const isPanorama = first.kind === "panorama";
  // The page begins with the same view, of all scans together.
  const seen = isPanorama ? [first] : placed.filter(({ kind }) => kind !== "panorama");
  const pose = linked?.pose ?? null;
  live.enter(seen, isPanorama ? startViewOf(first) : (pose ?? startViewOf(first)), isPanorama ? "look" : "orbit");
  if (isPanorama && pose !== null) live.rig.placeAt(pose);
  live.cutM = linked?.mode === "orbit" ? linked.cutM : null;
  host.append(stage.canvas);

  let frame = 0;
  let isFirst = true;
  const draw = () => {
    frame = 0;
    // After the takeover, the page draws.
    if (findEarlyScene(first.id) !== started) return;
    live.advance(0);
    live.applyCut(renderer);
    renderer.render(scene, live.camera);
  };
  live.invalidate = () => {
    // The first frame gets the GPU to itself.
    if (frame === 0 && !isFirst) frame = requestAnimationFrame(draw);
  };
  const { id, delivery, placement } = first;
  const leaving = new AbortController();
  const context = {
    renderer,
    scene,
    placement,
    boxes: toVolumeBoxes(first.volumes ?? [], placement),
    share: () => live.budget.share,
    camera: live.camera,
    invalidate: () => live.invalidate(),
    signal: leaving.signal,
  };
  // Meshes and point clouds: their loaders are bundled with this file, which saves a round trip.
  const load = delivery.form === "3d-tiles" ? loadTilesScan : loadScan;
  const loaded = load(delivery, context).then((scan) => {
    scene.add(scan.object);
    live.addScan(id, scan);
    draw();
    early.isShown = true;
    return scan;
  });
  // The new owner reports the error.
  loaded.catch(() => undefined);
  const early = { loaded, leaving, isShown: false };
  started.scans.set(id, early);
  await loaded;
  await untilDrawn(renderer.getContext() as WebGL2RenderingContext);
  performance.mark(firstPictureMark);
  isFirst = false;
  live.invalidate();
}
