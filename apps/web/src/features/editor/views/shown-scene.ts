import type { Scene } from "@blueprint/scene/read-scene";
import { isEverythingShown, listShown, type Shown } from "../../viewer/viewer.ts";

/** The scene without hidden objects, so that they can't be selected or clicked. */
export function toShownScene(scene: Scene, shown: Shown): Scene {
  if (isEverythingShown(shown)) return scene;
  return {
    ...scene,
    anchors: listShown(shown, "anchors", scene.anchors),
    zones: listShown(shown, "zones", scene.zones),
    measurements: listShown(shown, "measurements", scene.measurements),
    plans: listShown(shown, "plans", scene.plans),
  };
}
