import { moveAnchor } from "@blueprint/scene/anchor-operations";
import { movePoint, transformObjects } from "@blueprint/scene/transform-objects";
import type { Vector3 } from "@blueprint/scene/vector";
import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useColourScheme } from "../../../lib/theme.ts";
import {
  CameraWatch,
  type DragPhase,
  listShown,
  placeScans,
  type ScanHit,
  type ScanShowState,
  type SceneHandle,
  type SceneLayers,
  StoreyPanel,
  type ViewerAnchor,
  type ViewerScan,
} from "../../viewer/viewer.ts";
import { MeasurementMeshes, SceneCanvas } from "../../viewer/viewer-canvas.ts";
import { chooseTool, selectAnchor, selectObjects } from "../editor.store.ts";
import { toAnchorName } from "../scene-changes.ts";
import { isSelected, toggleRef } from "../selection.ts";
import type { NamedScan } from "../tools/align/align-panel.tsx";
import { toSimilarity } from "../tools/align/scan-stand.ts";
import { clickStage } from "../tools/click-stage.ts";
import { hoverDraft } from "../tools/draw/draw-actions.ts";
import { finishDraft } from "../tools/draw/finish-draft.ts";
import { stopFollowing } from "../tools/follow/use-following.ts";
import { EditorPlan } from "../tools/plan-view/editor-plan.tsx";
import { PlanMarks } from "../tools/plan-view/plan-marks.tsx";
import { PlanMeshes } from "../tools/plan-view/plan-meshes.tsx";
import { PlanPictures } from "../tools/plan-view/plan-pictures.tsx";
import { isOnStorey, listStoreys } from "../tools/plan-view/plan-storeys.ts";
import { useEditorStoreys } from "../tools/plan-view/use-editor-storeys.ts";
import { SceneStageProbe } from "../tools/scene-stage-probe.tsx";
import { choosePins } from "../tools/select/anchor-detail.ts";
import { AnchorDots } from "../tools/select/anchor-dots.tsx";
import { meetLevel } from "../tools/sight-line.ts";
import { snapCorner } from "../tools/snap-settings.ts";
import { StageOverlay } from "../tools/stage-overlay.tsx";
import type { ToolStage } from "../tools/tool-stage.ts";
import { toViewerZone } from "../tools/zone/viewer-zone.ts";
import { useDocument, useEditor, useEditorRoom, useMayEdit, usePeople } from "../use-editor-room.ts";
import { toShownScene } from "../views/shown-scene.ts";

const pointEveryMs = 100;

/** The scan with all its objects, in 3D or as a plan, with pointer handling. */
export default function EditorCanvas({
  label,
  scans,
  allScans,
  layers,
  sceneRef,
  onScanState,
}: {
  readonly label: string;
  readonly scans: readonly NamedScan[];
  /** Includes scans that aren't on the canvas, such as drawings that lie on floors. */
  readonly allScans: readonly ViewerScan[];
  readonly layers: SceneLayers;
  readonly sceneRef: RefObject<SceneHandle | null>;
  readonly onScanState: (scanId: string, state: ScanShowState) => void;
}) {
  const room = useEditorRoom();
  const { session, store } = room;
  const { scene } = useDocument();
  const canEdit = useMayEdit();
  const people = usePeople();
  const tool = useEditor((state) => state.tool);
  const mode = useEditor((state) => state.mode);
  const view = useEditor((state) => state.view);
  const stage = useEditor((state) => state.stage);
  const draft = useEditor((state) => state.draft);
  const shown = useEditor((state) => state.shown);
  const theme = useColourScheme();
  const frameRef = useRef<HTMLDivElement>(null);
  const lastPointedAt = useRef(0);
  const isMore = useRef(false);
  const hovering = useRef(0);
  const sceneStage = useRef<ToolStage | null>(null);
  const [planStage, setPlanStage] = useState<ToolStage | null>(null);
  const [storeyId, setStoreyId] = useState<string | null>(null);
  const [camera, setCamera] = useState<Vector3>([0, 0, 0]);
  const [moves] = useState(() => new CameraWatch());
  const { anchors, pins, dots } = useShownAnchors(camera);

  useEffect(() => {
    store.setState({
      scanKinds: new Map(scans.map(({ id, kind }) => [id, kind])),
      stands: new Map(placeScans(scans).map(({ id, stand }) => [id, toSimilarity(stand)])),
    });
  }, [store, scans]);
  useEffect(() => {
    store.setState({ hasScene: true });
    return () => {
      store.setState({ hasScene: false });
      chooseTool(store, "select");
    };
  }, [store]);
  useEffect(() => {
    store.setState({ stage: view === "plan" ? planStage : sceneStage.current });
  }, [store, view, planStage]);

  // The last teammate left or this tab closes: a stale cursor must not stay visible.
  useEffect(() => () => session.showCursor(null), [session]);

  const inPicture = useMemo(() => toShownScene(scene, shown), [scene, shown]);
  const zones = useMemo(() => inPicture.zones.map(toViewerZone), [inPicture.zones]);
  const storeys = useMemo(() => {
    // Walls detected in a scan stay where they are; drawings lie where they were placed.
    const found = scans.flatMap(({ kind, delivery }) => (kind === "plan" ? [] : delivery.plans));
    return listStoreys(scene, found);
  }, [scene, scans]);
  const storey = storeys.find(({ id }) => id === storeyId) ?? storeys[0]!;
  const zonesHere = useMemo(
    () => inPicture.zones.filter(({ heights }) => isOnStorey(storeys, storey, heights[0])),
    [inPicture.zones, storeys, storey],
  );

  const {
    storeys: cut,
    floors,
    hasScene,
  } = useEditorStoreys(
    { plans: inPicture.plans, floors: scene.floors },
    scans,
    allScans,
    layers.hiddenIds,
    mode,
    sceneRef,
  );

  const toLevel = (floor: number) =>
    scene.floors.find((candidate) => candidate.storey === floor)?.elevation ?? storeys[0]?.level ?? 0;
  const onClick = (clientX: number, clientY: number, isShift: boolean) => {
    const box = frameRef.current?.getBoundingClientRect();
    if (box === undefined) return;
    clickStage(room, { clientX, clientY, isShift, corner: box, dots });
  };
  const onAnchorSelect = (anchorId: string) => {
    if (isMore.current) selectObjects(store, toggleRef(store.getState().selection, { kind: "anchors", id: anchorId }));
    else selectAnchor(store, anchorId);
  };
  const onAnchorDrag = (anchorId: string, hit: ScanHit | null, phase: DragPhase) => {
    const ref = { kind: "anchors", id: anchorId } as const;
    if (phase === "start") {
      if (!isSelected(store.getState().selection, ref)) selectAnchor(store, anchorId);
      session.beginGesture();
    }
    const { selection, snap } = store.getState();
    const anchor = session.getState().scene.anchors.find(({ id }) => id === anchorId);
    if (hit !== null && anchor !== undefined) {
      if (selection.length > 1) {
        const shift = hit.point.map((part, axis) => part - anchor.position[axis]!) as [number, number, number];
        transformObjects(session.doc, selection, { shift });
      } else {
        const position = snapCorner(hit.point, undefined, snap, false);
        moveAnchor(session.doc, anchorId, { position, normal: hit.normal, scanId: hit.scanId });
      }
    }
    if (phase === "end") session.endGesture();
  };
  const onPlanDrag = (anchorId: string, clientX: number, clientY: number, phase: DragPhase) => {
    const anchor = session.getState().scene.anchors.find(({ id }) => id === anchorId);
    const isPlace = Number.isFinite(clientX);
    const met = anchor && planStage && isPlace && meetLevel(planStage.sightAt(clientX, clientY), anchor.position[1]);
    const hit = met && anchor ? { point: met, normal: anchor.normal, scanId: anchor.scanId ?? "", errorM: 0 } : null;
    onAnchorDrag(anchorId, hit, phase);
  };
  const onPointerMove = (event: ReactPointerEvent) => {
    const { clientX, clientY, shiftKey, buttons, timeStamp } = event;
    if (draft !== null && buttons === 0) {
      // One pick per frame: pointers report more often than frames render.
      cancelAnimationFrame(hovering.current);
      hovering.current = requestAnimationFrame(() => hoverDraft(room, clientX, clientY, shiftKey));
    }
    if (people.length === 0 || buttons !== 0 || timeStamp - lastPointedAt.current < pointEveryMs) return;
    lastPointedAt.current = timeStamp;
    session.showCursor(stage?.pickAt(clientX, clientY)?.point ?? null);
  };
  const isDrawing = tool !== "select";

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the picture and the plan inside take the keyboard.
    <div
      ref={frameRef}
      className={isDrawing ? "absolute inset-0 cursor-crosshair [&_section]:cursor-crosshair" : "absolute inset-0"}
      data-objects={scene.anchors.length + scene.zones.length + scene.measurements.length}
      onPointerDownCapture={(event) => {
        isMore.current = event.shiftKey;
        stopFollowing(room);
      }}
      onWheelCapture={() => stopFollowing(room)}
      onPointerMove={onPointerMove}
      onPointerLeave={() => session.showCursor(null)}
      onDoubleClick={() => {
        const { draft: now } = store.getState();
        if (now !== null) finishDraft(room, now);
      }}
    >
      <SceneCanvas
        ref={sceneRef}
        label={label}
        scans={scans}
        hiddenScanIds={layers.hiddenIds}
        panoramaId={layers.panoramaId}
        onEnterPanorama={layers.enterPanorama}
        onScanState={onScanState}
        anchors={pins}
        selectedAnchorId={null}
        mode={mode}
        onModeChange={(next) => store.setState({ mode: next })}
        zones={zones}
        floorsM={cut.floorsM}
        storeyM={cut.storeyM}
        cutM={cut.cutM}
        // Without a pick handler, a click walks.
        onPick={
          isDrawing || mode !== "walk" ? (_, event) => onClick(event.clientX, event.clientY, event.shiftKey) : undefined
        }
        onAnchorSelect={onAnchorSelect}
        onAnchorDrag={canEdit ? onAnchorDrag : undefined}
        onCameraMove={moves.note}
        onCameraSettle={({ position }) => setCamera(position)}
      >
        <SceneStageProbe
          pickAt={(clientX, clientY) =>
            // Measuring loads the finest detail under the pointer before a point is set.
            sceneRef.current?.pickAt(clientX, clientY, draft?.task.kind === "measure" ? () => undefined : undefined) ??
            null
          }
          onStage={(next) => {
            sceneStage.current = next;
            if (store.getState().view === "scene") store.setState({ stage: next });
          }}
        />
        <PlanMeshes plans={inPicture.plans} scans={allScans} toLevel={toLevel} />
        <MeasurementMeshes measurements={inPicture.measurements} theme={theme} />
        <AnchorDots anchors={dots} theme={theme} />
      </SceneCanvas>
      {view === "plan" ? (
        <EditorPlan
          key={storey.id}
          scene={inPicture}
          storeys={storeys}
          storey={storey}
          zones={zonesHere}
          dots={dots.filter(({ position }) => isOnStorey(storeys, storey, position[1]))}
          bounds={scans.map(({ delivery }) => delivery.bounds)}
          pictures={(window) => (
            <PlanPictures
              plans={inPicture.plans}
              scans={allScans}
              storey={storey}
              storeys={storeys}
              scene={scene}
              window={window}
            />
          )}
          onStorey={setStoreyId}
          onStage={setPlanStage}
          onClick={onClick}
        />
      ) : null}
      {view === "scene" && hasScene && tool !== "align" && layers.panoramaId === null ? (
        <div className="pointer-events-none absolute top-28 right-3 z-10 md:top-16">
          <StoreyPanel
            camera={moves}
            view={mode}
            floors={floors}
            storeys={cut}
            planStorey={0}
            onGoTo={(floorPoint) => sceneRef.current?.walkNear(floorPoint)}
            onOpenPlan={() => store.setState({ view: "plan" })}
          />
        </div>
      ) : null}
      {stage === null ? null : <StageOverlay stage={stage} scans={scans} />}
      {view === "plan" && planStage !== null ? (
        <PlanMarks
          stage={planStage}
          anchors={(anchors.length > pins.length ? pins : anchors).filter(({ position }) =>
            isOnStorey(storeys, storey, position[1]),
          )}
          onSelect={(anchorId, isShift) => {
            isMore.current = isShift;
            onAnchorSelect(anchorId);
          }}
          onDrag={canEdit ? onPlanDrag : undefined}
        />
      ) : null}
    </div>
  );
}

const changeColours = {
  added: "var(--good)",
  moved: "var(--attention)",
  changed: "var(--danger)",
  removed: "var(--danger)",
} as const;

/** Anchors as the canvas draws them: pins, and dots for the rest when there are very many. */
function useShownAnchors(camera: Vector3): {
  readonly anchors: readonly ViewerAnchor[];
  readonly pins: readonly ViewerAnchor[];
  readonly dots: readonly ViewerAnchor[];
} {
  const { scene } = useDocument();
  const people = usePeople();
  const selection = useEditor((state) => state.selection);
  const preview = useEditor((state) => state.preview);
  const compared = useEditor((state) => state.compared);
  const shown = useEditor((state) => state.shown);
  // Pins depend on selections alone: cursors move too often to redraw all pins.
  const selections = people
    .flatMap((person) =>
      person.selection.filter(({ kind }) => kind === "anchors").map(({ id }) => `${id}\n${person.colour}`),
    )
    .join("\n");
  const anchors = useMemo(() => {
    const colours = new Map<string, string>();
    const parts = selections.split("\n");
    for (let index = 0; index + 1 < parts.length; index += 2) colours.set(parts[index]!, parts[index + 1]!);
    const chosen = new Set(selection.filter(({ kind }) => kind === "anchors").map(({ id }) => id));
    // The number on a pin is its position in the full list, whatever the view shows.
    const inPicture = new Set(listShown(shown, "anchors", scene.anchors));
    return scene.anchors.flatMap((anchor, index): ViewerAnchor[] => {
      if (!inPicture.has(anchor)) return [];
      const { id, title, type, position, normal, icon, colour: own } = anchor;
      const change = compared?.changes.get(id);
      const colour = colours.get(id) ?? (change === undefined ? own : changeColours[change]);
      return [
        {
          id,
          title: toAnchorName({ title }),
          type,
          position: preview !== null && chosen.has(id) ? movePoint(position, preview) : position,
          normal,
          number: index + 1,
          isSelected: chosen.has(id),
          ...(icon === null ? {} : { icon }),
          ...(colour === null || colour === undefined ? {} : { colour }),
        },
      ];
    });
  }, [scene.anchors, selections, selection, preview, compared, shown]);
  return useMemo(() => {
    const chosen = new Set(anchors.filter(({ isSelected: isOn }) => isOn === true).map(({ id }) => id));
    return { anchors, ...choosePins(anchors, chosen, camera) };
  }, [anchors, camera]);
}
