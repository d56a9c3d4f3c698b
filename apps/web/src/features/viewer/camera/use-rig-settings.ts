import { useEffect } from "react";
import type { SceneCanvasProps } from "../scene/scene-canvas-props.ts";
import type { SceneSession } from "../scene/scene-session.ts";
import { useReducedMotion } from "../scene/use-reduced-motion.ts";

const noFloors: readonly number[] = [];

/** Keeps the camera's rig to the user's preferences, the floors to walk on and the cut. */
export function useRigSettings(session: SceneSession, props: SceneCanvasProps): void {
  const isMotionReduced = useReducedMotion();
  useEffect(() => {
    session.rig.isMotionReduced = isMotionReduced;
  }, [session, isMotionReduced]);

  const { onCameraMove = null } = props;
  useEffect(() => {
    session.rig.onMove = onCameraMove;
    onCameraMove?.(session.rig.getPose());
    return () => {
      session.rig.onMove = null;
    };
  }, [session, onCameraMove]);

  const { floorsM = noFloors, storeyM = null, cutM = null } = props;
  // Before the mode changes: walking starts on the chosen storey.
  useEffect(() => session.rig.setFloors(floorsM, storeyM), [session, floorsM, storeyM]);
  useEffect(() => {
    session.cutM = cutM;
  }, [session, cutM]);
}
