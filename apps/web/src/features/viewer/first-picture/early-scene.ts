import type { LoadedScan } from "../loaders/loaded-scan.ts";
import type { LiveScene } from "../scene/live-scene.ts";
import type { SceneStage } from "../scene/scene-stage.ts";

/** A scan requested before the page's own code loaded. */
export interface EarlyScan {
  readonly loaded: Promise<LoadedScan>;
  readonly leaving: AbortController;
  isShown: boolean;
}

/** A scene started before the page's own code loaded. The page's canvas continues with it. */
export interface EarlyScene {
  /** The first scan's id. */
  readonly sceneKey: string;
  readonly live: LiveScene;
  readonly stage: SceneStage;
  readonly scans: Map<string, EarlyScan>;
}

let offered: EarlyScene | null = null;

export function offerEarlyScene(scene: EarlyScene): void {
  offered = scene;
}

/** The scene started with this scan that hasn't been taken over yet. */
export function findEarlyScene(sceneKey: string | undefined): EarlyScene | null {
  return offered?.sceneKey === sceneKey ? offered : null;
}

/** Takes over a scene: its starter stops drawing, and its host element is removed. */
export function takeOverEarlyScene(scene: EarlyScene): SceneStage {
  if (offered === scene) offered = null;
  const host = scene.stage.canvas.parentElement;
  scene.stage.canvas.remove();
  host?.remove();
  return scene.stage;
}
