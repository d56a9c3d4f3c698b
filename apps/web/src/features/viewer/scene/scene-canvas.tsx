import { findFirstScan } from "@blueprint/contract/first-picture";
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
import { useMediaQuery } from "../../../lib/use-media-query.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { distanceBetween } from "../camera/camera-pose.ts";
import type { RigMode } from "../camera/camera-rig.ts";
import { useSceneEntry } from "../camera/use-scene-entry.ts";
import { Aim } from "../controls/aim.tsx";
import { listenToGestures } from "../controls/pointer-gestures.ts";
import { ThumbStick } from "../controls/thumb-stick.tsx";
import { useGamepad } from "../controls/use-gamepad.ts";
import { useHeldKeys } from "../controls/use-held-keys.ts";
import { findEarlyScene, takeOverEarlyScene } from "../first-picture/early-scene.ts";
import { PanoramaMarkers, toPanoramaMark } from "../panoramas/panorama-markers.tsx";
import { usePanoramaSteps } from "../panoramas/use-panorama-steps.ts";
import { AnchorMarkers } from "../pins/anchor-markers.tsx";
import { MarkerLayer } from "../pins/marker-layer.ts";
import { chooseScans, sortByDistance } from "../scans/choose-scans.ts";
import { labelScans } from "../scans/scan-labels.ts";
import { ScanObject, type ScanProblem } from "../scans/scan-object.tsx";
import { type PlacedScan, placeScans } from "../scans/scan-placement.ts";
import { takeScreenshot } from "../sharing/take-screenshot.ts";
import { useImmersiveView } from "../xr/use-immersive-view.ts";
import type { ViewerZone } from "../zones/zone-mesh.ts";
import { toZoneMark, ZoneNames } from "../zones/zone-names.tsx";
import { CanvasProblemBoundary } from "./canvas-problem-boundary.tsx";
import { CanvasProblemNote } from "./canvas-problem-note.tsx";
import { FrameDriver } from "./frame-driver.tsx";
import type {
  CameraPose,
  CanvasProblem,
  DragPhase,
  ImmersiveKind,
  ScanHit,
  ScanShowState,
  SceneHandle,
  Vector3Tuple,
  ViewerAnchor,
  ViewerScan,
  ViewMode,
} from "./scene.ts";
import { SceneRoot } from "./scene-root.tsx";
import { clearlyNearer, SceneSession } from "./scene-session.ts";
import { createStage } from "./scene-stage.ts";
import { useReducedMotion } from "./use-reduced-motion.ts";
import { describeDevice } from "./view-budget.ts";

// Most places have no zones, and the first frame doesn't wait for any.
const ZoneMeshes = lazy(async () => ({ default: (await import("../zones/zone-meshes.tsx")).ZoneMeshes }));

const ZoneOutlines = lazy(async () => ({ default: (await import("../zones/zone-outlines.tsx")).ZoneOutlines }));

// Loaded with the first walk.
const WalkRing = lazy(async () => ({ default: (await import("../walking/walk-ring.tsx")).WalkRing }));

export interface SceneCanvasProps {
  /** Accessible name of the canvas, such as the venue's. */
  readonly label: string;
  /** All scans of the place, in one frame. The first loads first; a panorama loads only when entered. */
  readonly scans: readonly ViewerScan[];
  /** Hidden scans aren't loaded. */
  readonly hiddenScanIds?: ReadonlySet<string> | undefined;
  /** The panorama that the camera is in; a place with nothing but panoramas starts in the first one. */
  readonly panoramaId?: string | null | undefined;
  /** Called when the user chooses a panorama's mark in the scene. */
  readonly onEnterPanorama?: ((scanId: string) => void) | undefined;
  readonly anchors: readonly ViewerAnchor[];
  readonly selectedAnchorId: string | null;
  /** Extruded floor areas. */
  readonly zones?: readonly ViewerZone[] | undefined;
  /** Volumes where zones are edited; outlines with names on the floor for visitors. */
  readonly zoneLook?: "volume" | "outline" | undefined;
  readonly mode: ViewMode;
  /** Called when the camera changes its mode by itself, such as on the way back to the start view. */
  readonly onModeChange?: ((mode: ViewMode) => void) | undefined;
  /** Heights of the place's floors, lowest first, and of the chosen one, where walking starts; metres. */
  readonly floorsM?: readonly number[] | undefined;
  readonly storeyM?: number | null | undefined;
  /** Height above which orbiting shows nothing; null for no cut. Metres. */
  readonly cutM?: number | null | undefined;
  /** Defaults to the first scan's start view. */
  readonly startView?: CameraPose | undefined;
  /** What a camera that starts in a panorama looks at. */
  readonly startAim?: Vector3Tuple | undefined;
  /** A click or tap on the scene; null over nothing. While set, a tap in walk mode does not walk. */
  readonly onPick?: ((hit: ScanHit | null, event: PointerEvent) => void) | undefined;
  readonly onAnchorSelect?: ((anchorId: string) => void) | undefined;
  /** Makes anchors movable. `hit` is the scan surface under the pointer, null over nothing. */
  readonly onAnchorDrag?: ((anchorId: string, hit: ScanHit | null, phase: DragPhase) => void) | undefined;
  /** Called once the canvas can answer poses and picks. */
  readonly onReady?: (() => void) | undefined;
  readonly onScanState?:
    | ((scanId: string, state: ScanShowState, problem?: ScanProblem | undefined) => void)
    | undefined;
  /** Called with every move of the camera, several times a frame. */
  readonly onCameraMove?: ((pose: CameraPose) => void) | undefined;
  /** Called after the camera comes to rest. */
  readonly onCameraSettle?: ((pose: CameraPose) => void) | undefined;
  /** Called when a headset starts or stops showing the scene. */
  readonly onImmersive?: ((kind: ImmersiveKind | null) => void) | undefined;
  /** Null once the problem is resolved. */
  readonly onProblem?: ((problem: CanvasProblem | null) => void) | undefined;
  /** The canvas fills the page: W A S D, plus and minus move the camera wherever the focus is. */
  readonly hasPageKeys?: boolean | undefined;
  /** Additional scene content: components that use @react-three/fiber's hooks. */
  readonly children?: ReactNode;
  readonly className?: string | undefined;
  readonly ref?: Ref<SceneHandle>;
}

const SceneStats = lazy(async () => ({ default: (await import("./scene-stats.tsx")).SceneStats }));
const keyHelp = {
  orbit: "scene.keysOrbit",
  look: "scene.keysLook",
  walk: "scene.keysWalk",
  fly: "scene.keysFly",
} as const satisfies Record<RigMode, string>;
const noneHidden: ReadonlySet<string> = new Set();
const noFloors: readonly number[] = [];
const noZones: readonly ViewerZone[] = [];

/** Renders the scans and anchors of one place and moves a camera through it. Fills its positioned parent. */
export function SceneCanvas(props: SceneCanvasProps) {
  const { label, anchors, selectedAnchorId, mode, children, className, ref } = props;
  const { hiddenScanIds = noneHidden, panoramaId = null } = props;
  const [isMeasured] = useState(() => new URLSearchParams(window.location.search).has("stats"));
  const [early] = useState(() => findEarlyScene(findFirstScan(props.scans)?.id));
  const [session] = useState(() => early?.session ?? new SceneSession(describeDevice()));
  const [layer] = useState(() => new MarkerLayer());
  const [problem, setProblem] = useState<CanvasProblem | null>(null);
  // A lost context gets a new canvas: GPU resources can't be recovered.
  const [generation, setGeneration] = useState(0);
  const [states, setStates] = useState<Readonly<Record<string, ScanShowState>>>({});
  const stageRef = useRef<HTMLDivElement>(null);
  const focusRef = useRef<HTMLDivElement>(null);
  const rendererRef = useRef<RootState | null>(null);
  const aimRef = useRef<Vector3Tuple | null>(props.startAim ?? null);
  const helpId = useId();
  const isMotionReduced = useReducedMotion();
  const isTouch = useMediaQuery("(pointer: coarse)");

  const scans = useMemo(() => placeScans(props.scans), [props.scans]);
  const wording = useWording();
  const { t } = wording;
  const labels = useMemo(() => labelScans(scans, wording), [scans, wording]);
  // The current panorama, until the next one can be drawn.
  const [heldId, setHeldId] = useState<string | null>(null);
  const chosen = chooseScans(scans, hiddenScanIds, panoramaId, heldId, states);
  const { standpoint, wanted, seen, marked } = chosen;
  if (chosen.awaited === undefined && (standpoint?.id ?? null) !== heldId) setHeldId(standpoint?.id ?? null);
  const seenIds = seen.map(({ id }) => id).join();
  const wantedIds = wanted.map(({ id }) => id).join();
  const markedIds = marked.map(({ id }) => id).join();
  const rigMode = standpoint === undefined ? mode : "look";
  const isOnTheMove = rigMode === "walk" || rigMode === "fly";
  const first = findFirstScan(scans);
  const startView = standpoint?.delivery.startView ?? props.startView ?? first?.delivery.startView;
  const sceneKey = standpoint?.id ?? first?.id ?? "";

  const isOutlined = props.zoneLook === "outline";
  // Inside a panorama, no floor is drawn.
  const named = isOutlined && standpoint === undefined ? (props.zones ?? noZones) : noZones;
  const marks = useEffectEvent(() => [...anchors, ...marked.map(toPanoramaMark), ...named.map(toZoneMark)]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids stand for the panoramas.
  useEffect(() => layer.setAnchors(marks()), [layer, anchors, markedIds, named]);
  useEffect(() => () => layer.stop(), [layer]);
  const isEdited = props.onAnchorDrag !== undefined;
  useEffect(() => {
    layer.manner = isEdited ? "all" : "seen";
    layer.select(selectedAnchorId);
    session.invalidate();
  }, [layer, session, isEdited, selectedAnchorId]);
  const showScans = useEffectEvent(() => {
    session.budget.show(wanted.map(({ kind }) => kind));
    session.showOnly(new Set(seen.map(({ id }) => id)));
    const isOther = ({ id, kind, isPositionKnown }: PlacedScan) =>
      kind === "panorama" && isPositionKnown && id !== standpoint?.id;
    session.otherEyes =
      standpoint?.isPositionKnown === true
        ? scans.filter(isOther).map(({ delivery }) => delivery.startView.position)
        : [];
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids stand for the scans.
  useEffect(() => showScans(), [wantedIds, seenIds]);
  useEffect(() => session.invalidate());
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

  useSceneEntry(session, stageRef, {
    key: sceneKey,
    rigMode,
    startView,
    seen,
    isInPanorama: standpoint !== undefined,
    keepsDirection: standpoint?.isPositionKnown ?? false,
    aimRef,
  });

  const tellProblem = useEffectEvent((next: CanvasProblem | null) => props.onProblem?.(next));
  useEffect(() => tellProblem(problem), [problem]);

  const onClick = useEffectEvent((event: PointerEvent) => {
    const hit = pickAt(event.clientX, event.clientY);
    if (props.onPick !== undefined) {
      props.onPick(hit, event);
    } else if (hit !== null && session.canWalkTo(hit)) {
      session.rig.travelToFloor(hit.point);
      session.invalidate();
    }
  });

  const orbit = () => {
    if (props.onModeChange === undefined || !isOnTheMove) return;
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
      onZoom: (factor, clientX, clientY, by) => {
        const box = stage.getBoundingClientRect();
        const now = performance.now();
        // One gesture keeps one focus: a pick per wheel notch would jump between surfaces.
        if (session.rig.isOrbiting && (focus === null || now - focus.atMs > 250)) {
          focus = { point: session.zoomFocus(clientX - box.left, clientY - box.top), atMs: now };
        }
        if (focus !== null) focus.atMs = now;
        if (by === "wheel") session.rig.quickenBy(factor, focus?.point ?? null);
        else session.rig.zoomBy(factor, focus?.point ?? null);
        session.invalidate();
      },
      onClick,
    });
  }, [session]);

  /** The panorama with a known position from which a point is seen clearly better than from here. */
  const findNearerPanorama = (position: readonly [number, number, number]) => {
    if (standpoint === undefined || !standpoint.isPositionKnown) return undefined;
    const panoramas = scans.filter(({ kind, isPositionKnown }) => kind === "panorama" && isPositionKnown);
    const nearest = sortByDistance(panoramas, position)[0];
    const distanceOf = ({ delivery }: PlacedScan) => distanceBetween(delivery.startView.position, position);
    return nearest !== undefined && distanceOf(nearest) < distanceOf(standpoint) * clearlyNearer ? nearest : undefined;
  };

  useHeldKeys(focusRef, session, props.hasPageKeys ?? false, goHome);
  usePanoramaSteps(
    () => focusRef.current,
    session,
    scans,
    standpoint,
    props.hasPageKeys ?? false,
    props.onEnterPanorama,
  );
  const hasGamepad = useGamepad(session);

  const flyToAnchor = useEffectEvent((anchorId: string) => {
    const anchor = anchors.find((candidate) => candidate.id === anchorId);
    if (anchor === undefined) return false;
    const nearest = findNearerPanorama(anchor.position);
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
  }, [session, pickAt, immersive]);

  const onState = (scanId: string, state: ScanShowState, scanProblem?: ScanProblem) => {
    setStates((before) => ({ ...before, [scanId]: state }));
    props.onScanState?.(scanId, state, scanProblem);
  };

  const onLeave = (scanId: string) => {
    setStates(({ [scanId]: _, ...others }) => others);
  };

  const onSettle = () => {
    const pose = session.rig.getPose();
    if (stageRef.current !== null) {
      stageRef.current.dataset.camera = pose.position.map((value) => value.toFixed(3)).join(",");
    }
    layer.markHidden(session);
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
    // Removing a canvas loses its context on purpose: only the current canvas's loss is a problem.
    listening.current?.abort();
    listening.current = new AbortController();
    const options = { signal: listening.current.signal };
    const canvas = state.gl.domElement;
    const onLost = (event: Event) => {
      // Without this, the browser never restores the context.
      event.preventDefault();
      session.budget.noteShortage();
      setProblem("context-lost");
    };
    canvas.addEventListener("webglcontextlost", onLost, options);
    canvas.addEventListener("webglcontextrestored", showAgain, options);
    props.onReady?.();
  };

  const shown = wanted.filter((scan) => states[scan.id] === "shown").length;
  const hasFailed = problem !== null || wanted.some((scan) => states[scan.id] === "failed");
  return (
    <div
      ref={stageRef}
      data-scan-state={hasFailed ? "failed" : wanted.length > 0 && shown === wanted.length ? "shown" : "loading"}
      data-scans-shown={shown}
      data-view-mode={rigMode}
      data-standpoint={standpoint === undefined ? undefined : labels.get(standpoint.id)}
      className={classNames("absolute inset-0 touch-none overflow-hidden bg-sunken select-none", className)}
    >
      <div
        ref={focusRef}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys.
        tabIndex={0}
        role="application"
        aria-label={t("scene.canvas", { name: label })}
        aria-describedby={helpId}
        className="absolute inset-0 focus-visible:outline-2 focus-visible:-outline-offset-2"
      >
        <CanvasProblemBoundary key={generation} onProblem={setProblem}>
          <SceneRoot session={session} openStage={openStage} onCreated={onCreated}>
            <FrameDriver session={session} layer={layer} onSettle={onSettle} />
            {chosen.loading.map((scan) => (
              <ScanObject
                key={scan.id}
                scan={scan}
                session={session}
                early={early?.scans}
                onState={onState}
                onLeave={onLeave}
              />
            ))}
            {rigMode === "walk" && props.onPick === undefined && !isTouch ? (
              <Suspense fallback={null}>
                <WalkRing session={session} stageRef={stageRef} />
              </Suspense>
            ) : null}
            {props.zones === undefined || props.zones.length === 0 ? null : (
              <Suspense fallback={null}>
                {isOutlined ? <ZoneOutlines zones={props.zones} /> : <ZoneMeshes zones={props.zones} />}
              </Suspense>
            )}
            {children}
          </SceneRoot>
        </CanvasProblemBoundary>
      </div>
      <p id={helpId} className="sr-only">
        {t(keyHelp[rigMode])}
      </p>
      <ZoneNames zones={named} layer={layer} />
      <AnchorMarkers
        anchors={anchors}
        selectedAnchorId={selectedAnchorId}
        layer={layer}
        onSelect={props.onAnchorSelect}
        onDrag={dragMarker}
      />
      {isOnTheMove && hasGamepad ? <Aim /> : null}
      {isOnTheMove && isTouch ? <ThumbStick session={session} isFlying={rigMode === "fly"} /> : null}
      <PanoramaMarkers panoramas={marked} labels={labels} layer={layer} onEnter={props.onEnterPanorama} />
      {isMeasured ? (
        <Suspense fallback={null}>
          <SceneStats session={session} rendererRef={rendererRef} scans={scans} labels={labels} />
        </Suspense>
      ) : null}
      {problem === null ? null : <CanvasProblemNote problem={problem} onShowAgain={showAgain} />}
    </div>
  );
}
