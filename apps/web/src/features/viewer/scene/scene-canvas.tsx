import { findFirstScan } from "@blueprint/contract/first-picture";
import type { RootState } from "@react-three/fiber";
import { useEffect, useId, useRef, useState } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import type { RigMode } from "../camera/camera-rig.ts";
import { useRigSettings } from "../camera/use-rig-settings.ts";
import { useSceneEntry } from "../camera/use-scene-entry.ts";
import { useHeldKeys } from "../controls/use-held-keys.ts";
import { useSceneGestures } from "../controls/use-scene-gestures.ts";
import { findEarlyScene, takeOverEarlyScene } from "../first-picture/early-scene.ts";
import { usePanoramaSteps } from "../panoramas/use-panorama-steps.ts";
import { useMarkerLayer } from "../pins/use-marker-layer.ts";
import { startViewOf } from "../scans/scan-placement.ts";
import { useSceneScans } from "../scans/use-scene-scans.ts";
import type { ViewerZone } from "../zones/zone-mesh.ts";
import { CanvasProblemBoundary } from "./canvas-problem-boundary.tsx";
import { CanvasProblemNote } from "./canvas-problem-note.tsx";
import { FrameDriver } from "./frame-driver.tsx";
import { LiveScene } from "./live-scene.ts";
import type { Vector3Tuple } from "./scene.ts";
import type { SceneCanvasProps } from "./scene-canvas-props.ts";
import { SceneContents } from "./scene-contents.tsx";
import { SceneOverlay } from "./scene-overlay.tsx";
import { SceneRoot } from "./scene-root.tsx";
import { createStage } from "./scene-stage.ts";
import { useCanvasLife } from "./use-canvas-life.ts";
import { useSceneHandle } from "./use-scene-handle.ts";
import { describeDevice } from "./view-budget.ts";

const keyHelp = {
  orbit: "scene.keysOrbit",
  look: "scene.keysLook",
  walk: "scene.keysWalk",
  fly: "scene.keysFly",
} as const satisfies Record<RigMode, string>;
const noZones: readonly ViewerZone[] = [];

/** Renders the scans and anchors of one place and moves a camera through it. Fills its positioned parent. */
export function SceneCanvas(props: SceneCanvasProps) {
  const { zones = noZones, zoneLook, onPick, hasPageKeys = false } = props;
  const [early] = useState(() => findEarlyScene(findFirstScan(props.scans)?.id));
  const [live] = useState(() => early?.live ?? new LiveScene(describeDevice()));
  const stageRef = useRef<HTMLDivElement>(null);
  const focusRef = useRef<HTMLDivElement>(null);
  const rendererRef = useRef<RootState | null>(null);
  const aimRef = useRef<Vector3Tuple | null>(props.startAim ?? null);
  const helpId = useId();
  const { t } = useWording();

  const scans = useSceneScans(live, props);
  const { standpoint, wanted, seen, states } = scans;
  const rigMode = standpoint === undefined ? props.mode : "look";
  // Inside a panorama, no floor is drawn.
  const named = zoneLook === "outline" && standpoint === undefined ? zones : noZones;
  const layer = useMarkerLayer(live, props, scans.marked, named);
  useEffect(() => live.invalidate());
  useRigSettings(live, props);
  const first = findFirstScan(scans.scans);
  useSceneEntry(live, stageRef, {
    key: standpoint?.id ?? first?.id ?? "",
    rigMode,
    startView: standpoint?.delivery.startView ?? props.startView ?? (first && startViewOf(first)),
    seen,
    isInPanorama: standpoint !== undefined,
    keepsDirection: standpoint?.isPositionKnown ?? false,
    aimRef,
  });
  const life = useCanvasLife(live, rendererRef, {
    onReady: props.onReady,
    onProblem: props.onProblem,
    onShowAgain: scans.startOver,
  });
  const parts = { live, stageRef, focusRef, rendererRef, aimRef };
  const { goHome, pickAt } = useSceneHandle(parts, props, scans, rigMode);
  useSceneGestures(stageRef, live, (event) => {
    const hit = pickAt(event.clientX, event.clientY);
    if (onPick !== undefined) {
      onPick(hit, event);
    } else if (hit !== null && live.canWalkTo(hit)) {
      live.rig.travelToFloor(hit.point);
      live.invalidate();
    }
  });
  useHeldKeys(focusRef, live, hasPageKeys, goHome);
  usePanoramaSteps(() => focusRef.current, live, scans.scans, standpoint, hasPageKeys, props.onEnterPanorama);

  const onSettle = () => {
    const pose = live.rig.getPose();
    if (stageRef.current !== null) {
      stageRef.current.dataset.camera = pose.position.map((value) => value.toFixed(3)).join(",");
    }
    layer.markHidden(live);
    props.onCameraSettle?.(pose);
  };
  const openStage = () =>
    early !== null && findEarlyScene(early.sceneKey) === early ? takeOverEarlyScene(early) : createStage(scans.scans);

  const shown = wanted.filter((scan) => states[scan.id] === "shown").length;
  const hasFailed = life.problem !== null || wanted.some((scan) => states[scan.id] === "failed");
  return (
    <div
      ref={stageRef}
      data-scan-state={hasFailed ? "failed" : wanted.length > 0 && shown === wanted.length ? "shown" : "loading"}
      data-scans-shown={shown}
      data-view-mode={rigMode}
      data-standpoint={standpoint === undefined ? undefined : scans.labels.get(standpoint.id)}
      className={classNames("absolute inset-0 touch-none overflow-hidden bg-sunken select-none", props.className)}
    >
      <div
        ref={focusRef}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys.
        tabIndex={0}
        role="application"
        aria-label={t("scene.canvas", { name: props.label })}
        aria-describedby={helpId}
        className="absolute inset-0 focus-visible:outline-2 focus-visible:-outline-offset-2"
      >
        <CanvasProblemBoundary key={life.generation} onProblem={life.setProblem}>
          <SceneRoot live={live} openStage={openStage} onCreated={life.onCreated}>
            <FrameDriver live={live} layer={layer} onSettle={onSettle} />
            <SceneContents
              {...{ live, stageRef, early, rigMode, scans, zones, zoneLook }}
              isPicking={onPick !== undefined}
            >
              {props.children}
            </SceneContents>
          </SceneRoot>
        </CanvasProblemBoundary>
      </div>
      <p id={helpId} className="sr-only">
        {t(keyHelp[rigMode])}
      </p>
      <SceneOverlay {...{ live, rendererRef, layer, rigMode, scans, props, pickAt }} zones={named} />
      {life.problem === null ? null : <CanvasProblemNote problem={life.problem} onShowAgain={life.showAgain} />}
    </div>
  );
}
