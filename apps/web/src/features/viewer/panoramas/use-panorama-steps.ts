import { useEffect, useEffectEvent } from "react";
import { toLookPose } from "../camera/camera-pose.ts";
import { isForScene } from "../controls/is-for-scene.ts";
import type { PlacedScan } from "../scans/scan-placement.ts";
import type { LiveScene } from "../scene/live-scene.ts";
import { findPanoramaBeside, findPanoramaTowards } from "./step-panorama.ts";

// By position on the keyboard, as for walking.
const turns: Readonly<Record<string, number>> = { KeyW: 0, KeyA: Math.PI / 2, KeyS: Math.PI, KeyD: -Math.PI / 2 };

/** Steps between panoramas: W, A, S and D by direction, Page Up and Page Down by order. */
export function usePanoramaSteps(
  element: () => HTMLElement | null,
  live: LiveScene,
  scans: readonly PlacedScan[],
  standpoint: PlacedScan | undefined,
  isPageWide: boolean,
  onEnter: ((scanId: string) => void) | undefined,
): void {
  const step = useEffectEvent((event: KeyboardEvent) => {
    if (standpoint === undefined || onEnter === undefined || !isForScene(event, element(), isPageWide)) return;
    const panoramas = scans.filter(({ kind }) => kind === "panorama");
    const turn = turns[event.code];
    const next =
      turn !== undefined
        ? findPanoramaTowards(panoramas, standpoint, toLookPose(live.rig.getPose()).yaw + turn)
        : event.key === "PageDown" || event.key === "PageUp"
          ? findPanoramaBeside(panoramas, standpoint.id, event.key === "PageDown" ? 1 : -1)
          : undefined;
    if (next === undefined) return;
    event.preventDefault();
    onEnter(next.id);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => step(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}
