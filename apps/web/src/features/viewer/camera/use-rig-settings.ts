import { useEffect, useEffectEvent } from "react";
import { toasts } from "../../../lib/toast.store.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import type { LiveScene } from "../scene/live-scene.ts";
import type { SceneCanvasProps } from "../scene/scene-canvas-props.ts";
import { useReducedMotion } from "../scene/use-reduced-motion.ts";

const noFloors: readonly number[] = [];

/** Applies the user's preferences, the floors to walk on and the cut to the camera's rig. */
export function useRigSettings(live: LiveScene, props: SceneCanvasProps): void {
  const isMotionReduced = useReducedMotion();
  useEffect(() => {
    live.rig.isMotionReduced = isMotionReduced;
  }, [live, isMotionReduced]);

  const { onCameraMove = null } = props;
  useEffect(() => {
    live.rig.onMove = onCameraMove;
    onCameraMove?.(live.rig.getPose());
    return () => {
      live.rig.onMove = null;
    };
  }, [live, onCameraMove]);

  const { t } = useWording();
  const leaveWalk = useEffectEvent(() => {
    props.onModeChange?.("orbit");
    toasts.add({ title: t("scene.noFloorTitle"), description: t("scene.noFloorText") });
  });
  useEffect(() => {
    live.rig.onNoFloor = () => leaveWalk();
    return () => {
      live.rig.onNoFloor = null;
    };
  }, [live]);

  const { floorsM = noFloors, storeyM = null, cutM = null } = props;
  // Before the mode changes: walking starts on the chosen storey.
  useEffect(() => live.rig.setFloors(floorsM, storeyM), [live, floorsM, storeyM]);
  useEffect(() => {
    live.cutM = cutM;
  }, [live, cutM]);
}
