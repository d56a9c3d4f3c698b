import { useSyncExternalStore } from "react";
import type { CameraPose } from "../scene/scene.ts";
import type { CameraWatch } from "./camera-watch.ts";

const neverTold = () => () => undefined;

/** The camera's pose while it is wanted; null otherwise, and before the camera is placed. */
export function useCameraPose(camera: CameraWatch, isWanted: boolean): CameraPose | null {
  const pose = useSyncExternalStore(isWanted ? camera.subscribe : neverTold, camera.read);
  return isWanted ? pose : null;
}
