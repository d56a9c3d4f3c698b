import type { RootState } from "@react-three/fiber";
import { type RefObject, useCallback, useEffectEvent, useImperativeHandle } from "react";
import { distanceBetween } from "../camera/camera-pose.ts";
import type { RigMode } from "../camera/camera-rig.ts";
import { sortByDistance } from "../scans/choose-scans.ts";
import type { PlacedScan } from "../scans/scan-placement.ts";
import type { SceneScans } from "../scans/use-scene-scans.ts";
import { takeScreenshot } from "../sharing/take-screenshot.ts";
import { useImmersiveView } from "../xr/use-immersive-view.ts";
import type { ScanHit, SceneHandle, Vector3Tuple } from "./scene.ts";
import type { SceneCanvasProps } from "./scene-canvas-props.ts";
import { clearlyNearer, type SceneSession } from "./scene-session.ts";

/** What is there of a canvas's parts. */
interface CanvasParts {
  readonly session: SceneSession;
  readonly stageRef: RefObject<HTMLElement | null>;
  /** The element that takes the keys. */
  readonly focusRef: RefObject<HTMLElement | null>;
  readonly rendererRef: RefObject<RootState | null>;
  /** Target to look at in the panorama that is entered next. */
  readonly aimRef: RefObject<Vector3Tuple | null>;
}

/** Offers the canvas's imperative interface. */
export function useSceneHandle(
  { session, stageRef, focusRef, rendererRef, aimRef }: CanvasParts,
  props: SceneCanvasProps,
  { scans, standpoint }: SceneScans,
  rigMode: RigMode,
) {
  const { anchors, ref } = props;
  const orbit = () => {
    if (props.onModeChange === undefined || (rigMode !== "walk" && rigMode !== "fly")) return;
    session.rig.setMode("orbit");
    props.onModeChange("orbit");
  };
  const goHome = useEffectEvent(() => {
    orbit();
    session.rig.travelToStart();
    session.invalidate();
  });
  const pickAt = useCallback(
    (clientX: number, clientY: number, onFiner?: (hit: ScanHit) => void) => {
      const box = stageRef.current?.getBoundingClientRect();
      return box === undefined ? null : session.pick(clientX - box.left, clientY - box.top, onFiner);
    },
    [session, stageRef],
  );
  const flyToAnchor = useEffectEvent((anchorId: string) => {
    const anchor = anchors.find((candidate) => candidate.id === anchorId);
    if (anchor === undefined) return false;
    const nearest = findNearerPanorama(scans, standpoint, anchor.position);
    if (nearest !== undefined && props.onEnterPanorama !== undefined) {
      aimRef.current = anchor.position;
      props.onEnterPanorama(nearest.id);
      return true;
    }
    // A stop that can't be walked to is seen from the air.
    if (rigMode === "walk" && !session.canStandFor(anchor)) orbit();
    session.rig.travelTo(session.poseFor(anchor));
    session.invalidate();
    return true;
  });
  const immersive = useImmersiveView(session, stageRef, rendererRef, anchors, props.onImmersive);

  useImperativeHandle(ref, (): SceneHandle => {
    const { rig } = session;
    return {
      getPose: () => rig.getPose(),
      setPose: (pose, nextMode) => {
        if (nextMode !== undefined && rig.mode !== "look") rig.setMode(nextMode);
        rig.travelTo(pose);
        session.invalidate();
      },
      resetView: goHome,
      walkNear: (floorPoint) => {
        const isFound = rig.mode === "walk" && rig.walkNear(floorPoint);
        session.invalidate();
        return isFound;
      },
      flyToAnchor,
      pickAt,
      pickAtCentre: (onFiner) => session.pick(session.size.width / 2, session.size.height / 2, onFiner),
      toScreen: (point) => session.toScreen(point),
      takeScreenshot: () => takeScreenshot(rendererRef.current, stageRef.current),
      enterImmersive: (kind) => immersive.enter(kind),
      leaveImmersive: () => immersive.leave(),
      focus: () => focusRef.current?.focus(),
    };
  }, [session, pickAt, immersive, stageRef, focusRef, rendererRef]);

  return { goHome, pickAt };
}

/** The panorama with a known position from which a point is seen clearly better than from here. */
function findNearerPanorama(
  scans: readonly PlacedScan[],
  standpoint: PlacedScan | undefined,
  position: Vector3Tuple,
): PlacedScan | undefined {
  if (standpoint === undefined || !standpoint.isPositionKnown) return undefined;
  const panoramas = scans.filter(({ kind, isPositionKnown }) => kind === "panorama" && isPositionKnown);
  const nearest = sortByDistance(panoramas, position)[0];
  const distanceOf = ({ delivery }: PlacedScan) => distanceBetween(delivery.startView.position, position);
  return nearest !== undefined && distanceOf(nearest) < distanceOf(standpoint) * clearlyNearer ? nearest : undefined;
}
