import { type RefObject, useEffect, useEffectEvent } from "react";
import type { LiveScene } from "../scene/live-scene.ts";
import { listenToGestures } from "./pointer-gestures.ts";

/** One gesture keeps one focus: a pick per wheel notch would jump between surfaces. */
const sameGestureMs = 250;

/** Moves the camera with the pointer. */
export function useSceneGestures(
  stageRef: RefObject<HTMLElement | null>,
  live: LiveScene,
  onPress: (event: PointerEvent) => void,
): void {
  const onClick = useEffectEvent(onPress);
  useEffect(() => {
    const stage = stageRef.current;
    if (stage === null) return;
    let focus: { point: readonly [number, number, number]; atMs: number } | null = null;
    return listenToGestures(stage, {
      onTurn: (dx, dy) => {
        live.rig.turnBy(dx, dy, live.size.height);
        live.invalidate();
      },
      onPan: (dx, dy) => {
        live.rig.panBy(dx, dy, live.size.height);
        live.invalidate();
      },
      onZoom: (factor, clientX, clientY, by) => {
        const box = stage.getBoundingClientRect();
        const now = performance.now();
        if (live.rig.isOrbiting && (focus === null || now - focus.atMs > sameGestureMs)) {
          focus = { point: live.zoomFocus(clientX - box.left, clientY - box.top), atMs: now };
        }
        if (focus !== null) focus.atMs = now;
        if (by === "wheel") live.rig.quickenBy(factor, focus?.point ?? null);
        else live.rig.zoomBy(factor, focus?.point ?? null);
        live.invalidate();
      },
      onClick,
    });
  }, [stageRef, live]);
}
