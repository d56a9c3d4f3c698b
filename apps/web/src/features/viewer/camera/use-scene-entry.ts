import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { type PlacedScan, toPlacementKey } from "../scans/scan-placement.ts";
import type { LiveScene } from "../scene/live-scene.ts";
import type { CameraPose, Vector3Tuple } from "../scene/scene.ts";
import { add, normalise, type StartView, subtract } from "./camera-pose.ts";
import type { RigMode } from "./camera-rig.ts";

/** What the camera enters: the scene, or one of its panoramas. */
export interface SceneEntry {
  /** A new key means a new start. */
  readonly key: string;
  readonly rigMode: RigMode;
  readonly startView: StartView | undefined;
  readonly seen: readonly PlacedScan[];
  readonly isInPanorama: boolean;
  /** The panorama's position in the scene is known: keep the view direction. */
  readonly keepsDirection: boolean;
  /** Target to look at on entry; cleared when used. */
  readonly aimRef: RefObject<Vector3Tuple | null>;
}

/** Places the camera at the start, and returns it to its previous pose when the user leaves a panorama. */
export function useSceneEntry(live: LiveScene, stageRef: RefObject<HTMLElement | null>, entry: SceneEntry): void {
  const { key, rigMode, startView, seen, isInPanorama } = entry;
  const left = useRef<CameraPose | null>(null);
  const wasInPanorama = useRef(isInPanorama);
  const hasEntered = useRef(false);

  const enter = useEffectEvent(() => {
    const before = live.rig.getPose();
    const comesFromScene = !wasInPanorama.current;
    if (isInPanorama && comesFromScene) left.current = before;
    const returnTo = !isInPanorama && wasInPanorama.current ? left.current : null;
    wasInPanorama.current = isInPanorama;
    const box = stageRef.current?.getBoundingClientRect();
    if (box !== undefined) live.setSize(box.width, box.height);
    live.enter(seen, startView, rigMode);
    const aim = entry.aimRef.current;
    if (startView !== undefined && (aim !== null || (entry.keepsDirection && hasEntered.current))) {
      const target = aim ?? add(startView.position, lookAlong(before, comesFromScene));
      live.rig.placeAt({ position: startView.position, target });
      live.invalidate();
    }
    hasEntered.current = true;
    entry.aimRef.current = null;
    if (returnTo === null) return;
    live.rig.placeAt(returnTo);
    live.invalidate();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the entry.
  useEffect(() => enter(), [key]);

  useEffect(() => {
    live.rig.setMode(rigMode);
    live.invalidate();
  }, [live, rigMode]);

  const seenIds = seen.map(({ id, placement }) => [id, toPlacementKey(placement)].join(" ")).join();
  const measure = useEffectEvent(() => live.setExtent(seen));
  // biome-ignore lint/correctness/useExhaustiveDependencies: ids and places stand for the scans.
  useEffect(() => measure(), [seenIds]);
}

/** An orbit camera looks down at a place: inside, that would be the floor. */
function lookAlong({ position, target }: CameraPose, isLevelled: boolean): Vector3Tuple {
  const [x, y, z] = subtract(target, position);
  return normalise([x, isLevelled ? 0 : y, z]);
}
