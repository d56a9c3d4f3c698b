import type { RootState } from "@react-three/fiber";
import {
  lazy,
  type ReactNode,
  type Ref,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { classNames } from "../../../lib/class-names.ts";
import { listenToGestures } from "../controls/pointer-gestures.ts";
import { findEarlyScene, takeOverEarlyScene } from "../early-scene.ts";
import { MarkerLayer } from "../marker-layer.ts";
import { SceneSession } from "../scene-session.ts";
import { createStage } from "../scene-stage.ts";
import { takeScreenshot } from "../take-screenshot.ts";
import { useHeldKeys } from "../use-held-keys.ts";
import { useReducedMotion } from "../use-reduced-motion.ts";
import type {
  CameraPose,
  CanvasProblem,
  DragPhase,
  ScanHit,
  ScanShowState,
  SceneHandle,
  ViewerAnchor,
  ViewerScan,
  ViewMode,
} from "../viewer.ts";
import type { ViewerZone } from "../zones/zone-mesh.ts";
import { AnchorMarkers } from "./anchor-markers.tsx";
import { CanvasProblemBoundary } from "./canvas-problem-boundary.tsx";
import { CanvasProblemNote } from "./canvas-problem-note.tsx";
import { FrameDriver } from "./frame-driver.tsx";
import { ScanObject, type ScanProblem } from "./scan-object.tsx";
import { SceneRoot } from "./scene-root.tsx";

// Most places have none, and the first picture waits for none.
const ZoneMeshes = lazy(async () => ({ default: (await import("../zones/zone-meshes.tsx")).ZoneMeshes }));

export interface SceneCanvasProps {
  /** Accessible name of the canvas, such as the venue's. */
  readonly label: string;
  readonly scans: readonly ViewerScan[];
  readonly anchors: readonly ViewerAnchor[];
  readonly selectedAnchorId: string | null;
  /** Areas of floors, extruded. */
  readonly zones?: readonly ViewerZone[] | undefined;
  readonly mode: ViewMode;
  /** The first scan's own start view when absent. */
  readonly startView?: CameraPose | undefined;
  /** A click or tap on the scene; null over nothing. While present, a tap in walk mode does not walk. */
  readonly onPick?: ((hit: ScanHit | null, event: PointerEvent) => void) | undefined;
  readonly onAnchorSelect?: ((anchorId: string) => void) | undefined;
  /** Makes anchors movable. `hit` is where the pointer is on a scan, null over nothing. */
  readonly onAnchorDrag?: ((anchorId: string, hit: ScanHit | null, phase: DragPhase) => void) | undefined;
  /** Called once the canvas can be asked for poses and picks. */
  readonly onReady?: (() => void) | undefined;
  readonly onScanState?:
    | ((scanId: string, state: ScanShowState, problem?: ScanProblem | undefined) => void)
    | undefined;
  /** After the camera came to rest. */
  readonly onCameraSettle?: ((pose: CameraPose) => void) | undefined;
  /** Null when the problem is over. */
  readonly onProblem?: ((problem: CanvasProblem | null) => void) | undefined;
  /** The canvas is the page: W A S D, plus and minus move the camera wherever the focus is. */
  readonly hasPageKeys?: boolean | undefined;
  /** More to draw in the scene: components that use @react-three/fiber's hooks. */
  readonly children?: ReactNode;
  readonly className?: string | undefined;
  readonly ref?: Ref<SceneHandle>;
}

/** Draws scans and anchors of one place and moves a camera through it. Fills its positioned parent. */
export function SceneCanvas(props: SceneCanvasProps) {
  const { label, scans, anchors, selectedAnchorId, mode, children, className, ref } = props;
  const [early] = useState(() => findEarlyScene(scans[0]?.id));
  const [session] = useState(() => early?.session ?? new SceneSession());
  const [layer] = useState(() => new MarkerLayer());
  const [problem, setProblem] = useState<CanvasProblem | null>(null);
  // A lost context is answered by a new canvas: what was on the card is gone for good.
  const [generation, setGeneration] = useState(0);
  const [states, setStates] = useState<Readonly<Record<string, ScanShowState>>>({});
  const stageRef = useRef<HTMLDivElement>(null);
  const focusRef = useRef<HTMLDivElement>(null);
  const rendererRef = useRef<RootState | null>(null);
  const helpId = useId();
  const isMotionReduced = useReducedMotion();

  const isPanorama = scans.length > 0 && scans.every((scan) => scan.kind === "panorama");
  const rigMode = isPanorama ? "look" : mode;
  const startView = props.startView ?? scans[0]?.delivery.startView;
  const sceneKey = scans[0]?.id ?? "";

  useEffect(() => layer.setAnchors(anchors), [layer, anchors]);
  useEffect(() => session.invalidate());
  useEffect(() => {
    session.rig.isMotionReduced = isMotionReduced;
  }, [session, isMotionReduced]);

  const enterScene = useEffectEvent(() => {
    const box = stageRef.current?.getBoundingClientRect();
    if (box !== undefined) session.setSize(box.width, box.height);
    session.enter(scans, startView, rigMode);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another first scan is another place to start from.
  useEffect(() => enterScene(), [sceneKey]);
  useEffect(() => {
    session.rig.setMode(rigMode);
    session.invalidate();
  }, [session, rigMode]);
  useEffect(() => session.setExtent(scans), [session, scans]);

  const tellProblem = useEffectEvent((next: CanvasProblem | null) => props.onProblem?.(next));
  useEffect(() => tellProblem(problem), [problem]);

  const onClick = useEffectEvent((event: PointerEvent) => {
    const hit = pickAt(event.clientX, event.clientY);
    if (props.onPick !== undefined) {
      props.onPick(hit, event);
    } else if (session.rig.mode === "walk" && hit !== null && hit.normal[1] > 0.6) {
      session.rig.travelToFloor(hit.point);
      session.invalidate();
    }
  });

  const pickAt = useCallback(
    (clientX: number, clientY: number) => {
      const box = stageRef.current?.getBoundingClientRect();
      return box === undefined ? null : session.pick(clientX - box.left, clientY - box.top);
    },
    [session],
  );

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
      onZoom: (factor, clientX, clientY) => {
        const box = stage.getBoundingClientRect();
        const now = performance.now();
        // One gesture keeps one focus: a pick per wheel notch would jump from surface to surface.
        if (session.rig.isOrbiting && (focus === null || now - focus.atMs > 250)) {
          focus = { point: session.zoomFocus(clientX - box.left, clientY - box.top), atMs: now };
        }
        if (focus !== null) focus.atMs = now;
        session.rig.zoomBy(factor, focus?.point ?? null);
        session.invalidate();
      },
      onClick,
    });
  }, [session]);

  useHeldKeys(focusRef, session, props.hasPageKeys ?? false);

  const flyToAnchor = useEffectEvent((anchorId: string) => {
    const anchor = anchors.find((candidate) => candidate.id === anchorId);
    if (anchor === undefined) return false;
    session.rig.travelTo(session.poseFor(anchor));
    session.invalidate();
    return true;
  });

  useImperativeHandle(ref, (): SceneHandle => {
    const { rig } = session;
    return {
      getPose: () => rig.getPose(),
      setPose: (pose) => {
        rig.travelTo(pose);
        session.invalidate();
      },
      resetView: () => {
        rig.travelToStart();
        session.invalidate();
      },
      flyToAnchor,
      pickAt,
      pickAtCentre: () => session.pick(session.size.width / 2, session.size.height / 2),
      toScreen: (point) => session.toScreen(point),
      takeScreenshot: () => takeScreenshot(rendererRef.current, stageRef.current),
      focus: () => focusRef.current?.focus(),
    };
  }, [session, pickAt]);

  const onState = (scanId: string, state: ScanShowState, scanProblem?: ScanProblem) => {
    setStates((before) => ({ ...before, [scanId]: state }));
    props.onScanState?.(scanId, state, scanProblem);
  };

  const onSettle = () => {
    const pose = session.rig.getPose();
    if (stageRef.current !== null) {
      stageRef.current.dataset.camera = pose.position.map((value) => value.toFixed(3)).join(",");
    }
    layer.dimHidden(session);
    props.onCameraSettle?.(pose);
  };

  const onAnchorDrag = props.onAnchorDrag;
  const dragMarker = useMemo(
    () =>
      onAnchorDrag === undefined
        ? undefined
        : (id: string, x: number, y: number, phase: DragPhase) => onAnchorDrag(id, pickAt(x, y), phase),
    [onAnchorDrag, pickAt],
  );

  const listening = useRef<AbortController | null>(null);
  useEffect(() => () => listening.current?.abort(), []);

  const showAgain = () => {
    listening.current?.abort();
    setStates({});
    setProblem(null);
    setGeneration((before) => before + 1);
  };

  const openStage = () =>
    early !== null && findEarlyScene(early.sceneKey) === early ? takeOverEarlyScene(early) : createStage(scans);

  const onCreated = (state: RootState) => {
    rendererRef.current = state;
    session.invalidate = state.invalidate;
    // A canvas that is taken away loses its context on purpose: only the present one's loss is a problem.
    listening.current?.abort();
    listening.current = new AbortController();
    const options = { signal: listening.current.signal };
    const canvas = state.gl.domElement;
    const onLost = (event: Event) => {
      // Without this the browser never gives the context back.
      event.preventDefault();
      setProblem("context-lost");
    };
    canvas.addEventListener("webglcontextlost", onLost, options);
    canvas.addEventListener("webglcontextrestored", showAgain, options);
    props.onReady?.();
  };

  const shown = scans.filter((scan) => states[scan.id] === "shown").length;
  const hasFailed = problem !== null || scans.some((scan) => states[scan.id] === "failed");
  const help =
    rigMode === "walk"
      ? "Arrow keys or W, A, S, D walk. Left and right arrows turn. Plus and minus zoom. Home returns to the start."
      : "Arrow keys turn the view. Plus and minus zoom. Home returns to the start.";

  return (
    <div
      ref={stageRef}
      data-scan-state={hasFailed ? "failed" : scans.length > 0 && shown === scans.length ? "shown" : "loading"}
      data-scans-shown={shown}
      data-view-mode={rigMode}
      className={classNames("absolute inset-0 touch-none overflow-hidden bg-sunken select-none", className)}
    >
      <div
        ref={focusRef}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys.
        tabIndex={0}
        role="application"
        aria-label={`3D view of ${label}`}
        aria-describedby={helpId}
        className="absolute inset-0 focus-visible:outline-2 focus-visible:-outline-offset-2"
      >
        <CanvasProblemBoundary key={generation} onProblem={setProblem}>
          <SceneRoot session={session} openStage={openStage} onCreated={onCreated}>
            <FrameDriver session={session} layer={layer} onSettle={onSettle} />
            {scans.map((scan) => (
              <ScanObject key={scan.id} scan={scan} session={session} early={early?.scans} onState={onState} />
            ))}
            {props.zones === undefined || props.zones.length === 0 ? null : (
              <Suspense fallback={null}>
                <ZoneMeshes zones={props.zones} />
              </Suspense>
            )}
            {children}
          </SceneRoot>
        </CanvasProblemBoundary>
      </div>
      <p id={helpId} className="sr-only">
        {help}
      </p>
      <AnchorMarkers
        anchors={anchors}
        selectedAnchorId={selectedAnchorId}
        layer={layer}
        onSelect={props.onAnchorSelect}
        onDrag={dragMarker}
      />
      {problem === null ? null : <CanvasProblemNote problem={problem} onShowAgain={showAgain} />}
    </div>
  );
}
