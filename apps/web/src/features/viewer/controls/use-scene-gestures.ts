import { type RefObject, useEffect, useEffectEvent } from "react";
import type { SceneSession } from "../scene/scene-session.ts";
import { listenToGestures } from "./pointer-gestures.ts";

/** One gesture keeps one focus: a pick per wheel notch would jump between surfaces. */
const sameGestureMs = 250;

/** Moves the camera with the pointer. */
export function useSceneGestures(
  stageRef: RefObject<HTMLElement | null>,
  session: SceneSession,
  onPress: (event: PointerEvent) => void,
): void {
  const onClick = useEffectEvent(onPress);
  useEffect(() => {
    const stage = stageRef.current;
    if (stage === null) return;
    let focus: { point: readonly [number, number, number]; atMs: number } | null = null;
    return listenToGestures(stage, {
      onTurn: (dx, dy) => {
        session.rig.turnBy(dx, dy, session.size.height);
        session.invalidate();
      },
      onPan: (dx, dy) => {
        session.rig.panBy(dx, dy, session.size.height);
        session.invalidate();
      },
      onZoom: (factor, clientX, clientY, by) => {
        const box = stage.getBoundingClientRect();
        const now = performance.now();
        if (session.rig.isOrbiting && (focus === null || now - focus.atMs > sameGestureMs)) {
          focus = { point: session.zoomFocus(clientX - box.left, clientY - box.top), atMs: now };
        }
        if (focus !== null) focus.atMs = now;
        if (by === "wheel") session.rig.quickenBy(factor, focus?.point ?? null);
        else session.rig.zoomBy(factor, focus?.point ?? null);
        session.invalidate();
      },
      onClick,
    });
  }, [stageRef, session]);
}
