import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import type { RigMode } from "./controls/camera-rig.ts";
import type { PlacedScan } from "./scan-placement.ts";
import type { SceneSession } from "./scene-session.ts";
import type { CameraPose } from "./viewer.ts";

/** What one enters: the scene, or one of its panoramas. */
export interface SceneEntry {
  /** Another key is another place to start from. */
  readonly key: string;
  readonly rigMode: RigMode;
  readonly startView: CameraPose | undefined;
  readonly seen: readonly PlacedScan[];
  readonly isInPanorama: boolean;
}

/** Puts the camera where a place begins, and back to where it was when one steps out of a panorama. */
export function useSceneEntry(session: SceneSession, stageRef: RefObject<HTMLElement | null>, entry: SceneEntry): void {
  const { key, rigMode, startView, seen, isInPanorama } = entry;
  const left = useRef<CameraPose | null>(null);
  const wasInPanorama = useRef(isInPanorama);

  const enter = useEffectEvent(() => {
    if (isInPanorama && !wasInPanorama.current) left.current = session.rig.getPose();
    const returnTo = !isInPanorama && wasInPanorama.current ? left.current : null;
    wasInPanorama.current = isInPanorama;
    const box = stageRef.current?.getBoundingClientRect();
    if (box !== undefined) session.setSize(box.width, box.height);
    session.enter(seen, startView, rigMode);
    if (returnTo === null) return;
    session.rig.placeAt(returnTo);
    session.invalidate();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the entry.
  useEffect(() => enter(), [key]);

  useEffect(() => {
    session.rig.setMode(rigMode);
    session.invalidate();
  }, [session, rigMode]);

  const seenIds = seen.map(({ id, stand }) => [id, ...stand.position, stand.yaw, stand.scale].join(" ")).join();
  const measure = useEffectEvent(() => session.setExtent(seen));
  // biome-ignore lint/correctness/useExhaustiveDependencies: ids and places stand for the scans.
  useEffect(() => measure(), [seenIds]);
}
