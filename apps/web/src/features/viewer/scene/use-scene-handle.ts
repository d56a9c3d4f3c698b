import type { RootState } from "@react-three/fiber";
import { type RefObject, useCallback, useEffectEvent, useImperativeHandle } from "react";
import { distanceBetween } from "../camera/camera-pose.ts";
import type { RigMode } from "../camera/camera-rig.ts";
import { sortByDistance } from "../scans/choose-scans.ts";
import type { PlacedScan } from "../scans/scan-placement.ts";
import type { SceneScans } from "../scans/use-scene-scans.ts";
import { takeScreenshot } from "../sharing/take-screenshot.ts";
import { useImmersiveView } from "../xr/use-immersive-view.ts";
import { clearlyNearer, type LiveScene } from "./live-scene.ts";
import type { ScanHit, SceneHandle, Vector3Tuple } from "./scene.ts";
import type { SceneCanvasProps } from "./scene-canvas-props.ts";

/** The parts of a canvas that its interface drives. */
interface CanvasParts {
  readonly live: LiveScene;
  readonly stageRef: RefObject<HTMLElement | null>;
  /** The element that takes the keys. */
  readonly focusRef: RefObject<HTMLElement | null>;
  readonly rendererRef: RefObject<RootState | null>;
  /** Target to look at in the panorama that is entered next. */
  readonly aimRef: RefObject<Vector3Tuple | null>;
}

/** Offers the canvas's imperative interface. */
export function useSceneHandle(
  { live, stageRef, focusRef, rendererRef, aimRef }: CanvasParts,
  props: SceneCanvasProps,
  { scans, standpoint }: SceneScans,
  rigMode: RigMode,
) {
  const { anchors, ref } = props;
  const orbit = () => {
    if (props.onModeChange === undefined || (rigMode !== "walk" && rigMode !== "fly")) return;
    live.rig.setMode("orbit");
    props.onModeChange("orbit");
  };
  const goHome = useEffectEvent(() => {
    orbit();
    live.rig.travelToStart();
    live.invalidate();
  });
  const pickAt = useCallback(
    (clientX: number, clientY: number, onFiner?: (hit: ScanHit) => void) => {
      const box = stageRef.current?.getBoundingClientRect();
      return box === undefined ? null : live.pick(clientX - box.left, clientY - box.top, onFiner);
    },
    [live, stageRef],
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
    if (rigMode === "walk" && !live.canStandFor(anchor)) orbit();
    live.rig.travelTo(live.poseFor(anchor));
    live.invalidate();
    return true;
  });
  const immersive = useImmersiveView(live, stageRef, rendererRef, anchors, props);

  useImperativeHandle(ref, (): SceneHandle => {
    const { rig } = live;
    return {
      getPose: () => rig.getPose(),
      setPose: (pose, nextMode) => {
        if (nextMode !== undefined && rig.mode !== "look") rig.setMode(nextMode);
        rig.travelTo(pose);
        live.invalidate();
      },
      resetView: goHome,
      walkNear: (floorPoint) => {
        const isFound = rig.mode === "walk" && rig.walkNear(floorPoint);
        live.invalidate();
        return isFound;
      },
      findRoute: (to, options) => findRouteInSlices(live, to, options),
      flyToAnchor,
      pickAt,
      pickAtCentre: (onFiner) => live.pick(live.size.width / 2, live.size.height / 2, onFiner),
      toScreen: (point) => live.toScreen(point),
      takeScreenshot: () => takeScreenshot(rendererRef.current, stageRef.current),
      enterImmersive: (kind) => immersive.enter(kind),
      leaveImmersive: () => immersive.leave(),
      focus: () => focusRef.current?.focus(),
    };
  }, [live, pickAt, immersive, stageRef, focusRef, rendererRef]);

  return { goHome, pickAt };
}

/** Leaves most of a frame to the frame. Milliseconds. */
const routeSliceMs = 8;

async function findRouteInSlices(
  live: LiveScene,
  to: Vector3Tuple,
  { stepFree, signal }: Parameters<SceneHandle["findRoute"]>[1],
) {
  const { RouteSearch } = await import("../routes/find-route.ts");
  const search = new RouteSearch(live.routeWorld, live.routeStart, to, { stepFree });
  while (!signal.aborted) {
    const route = search.run(routeSliceMs);
    if (route !== undefined) return route;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return null;
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
