import type { LoadedScan } from "./loaders/loaded-scan.ts";
import type { SceneSession } from "./scene-session.ts";
import type { SceneStage } from "./scene-stage.ts";

/** A scan that was asked for before there was a page around it. */
export interface EarlyScan {
  readonly loaded: Promise<LoadedScan>;
  readonly leaving: AbortController;
  isShown: boolean;
}

/** A scene that was begun before the page's own code was there. The canvas of the page goes on with it. */
export interface EarlyScene {
  /** The first scan's id. */
  readonly sceneKey: string;
  readonly session: SceneSession;
  readonly stage: SceneStage;
  readonly scans: Map<string, EarlyScan>;
}

let offered: EarlyScene | null = null;

export function offerEarlyScene(scene: EarlyScene): void {
  offered = scene;
}

/** The scene that was begun with this scan and that nobody has taken over yet. */
export function findEarlyScene(sceneKey: string | undefined): EarlyScene | null {
  return offered?.sceneKey === sceneKey ? offered : null;
}

/** Takes the scene away from where it was begun: whoever began it draws no more, and its place on the page goes. */
export function takeOverEarlyScene(scene: EarlyScene): SceneStage {
  if (offered === scene) offered = null;
  const host = scene.stage.canvas.parentElement;
  scene.stage.canvas.remove();
  host?.remove();
  return scene.stage;
}
