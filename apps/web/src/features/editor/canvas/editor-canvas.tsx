import type { Vector3 } from "@blueprint/scene/vector";
import { type RefObject, useMemo, useRef, useState } from "react";
import {
  CameraWatch,
  type ScanShowState,
  type SceneHandle,
  type SceneLayers,
  type ViewerScan,
} from "../../viewer/viewer.ts";
import { selectAnchor, selectObjects } from "../editor.store.ts";
import { toggleRef } from "../selection.ts";
import type { NamedScan } from "../tools/align/align-panel.tsx";
import { clickStage } from "../tools/click-stage.ts";
import { finishDraft } from "../tools/draw/finish-draft.ts";
import { stopFollowing } from "../tools/follow/use-following.ts";
import { PlanMarks } from "../tools/plan-view/plan-marks.tsx";
import { useEditorStoreys } from "../tools/plan-view/use-editor-storeys.ts";
import { StageOverlay } from "../tools/stage-overlay.tsx";
import { useDocument, useEditor, useEditorRoom, useMayEdit } from "../use-editor-room.ts";
import { toShownScene } from "../views/shown-scene.ts";
import { AnchorDrag } from "./anchor-drag.ts";
import { CanvasPlan } from "./canvas-plan.tsx";
import { CanvasScene } from "./canvas-scene.tsx";
import { CanvasStoreys } from "./canvas-storeys.tsx";
import { useCanvasAnchors } from "./use-canvas-anchors.ts";
import { useCanvasStage } from "./use-canvas-stage.ts";
import { useShownStoreys } from "./use-shown-storeys.ts";
import { useStagePointer } from "./use-stage-pointer.ts";

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
  /** Includes scans that aren't on the canvas, such as drawings that lie on storeys. */
  readonly allScans: readonly ViewerScan[];
  readonly layers: SceneLayers;
  readonly sceneRef: RefObject<SceneHandle | null>;
  readonly onScanState: (scanId: string, state: ScanShowState) => void;
}) {
  const room = useEditorRoom();
  const { connection, store } = room;
  const { scene } = useDocument();
  const canEdit = useMayEdit();
  const isDrawing = useEditor((state) => state.tool !== "select");
  const mode = useEditor((state) => state.mode);
  const view = useEditor((state) => state.view);
  const stage = useEditor((state) => state.stage);
  const shown = useEditor((state) => state.shown);
  const boxRef = useRef<HTMLDivElement>(null);
  const isMore = useRef(false);
  const [camera, setCamera] = useState<Vector3>([0, 0, 0]);
  const [moves] = useState(() => new CameraWatch());
  const drag = useMemo(() => new AnchorDrag(room), [room]);
  const { anchors, pins, dots } = useCanvasAnchors(camera);
  const { planStage, setPlanStage, setSceneStage } = useCanvasStage(scans);
  const onPointerMove = useStagePointer();
  const inPicture = useMemo(() => toShownScene(scene, shown), [scene, shown]);
  const storeys = useShownStoreys(scene, scans);
  const cut = useEditorStoreys(
    { plans: inPicture.plans, floors: scene.floors },
    scans,
    allScans,
    layers.hiddenIds,
    mode,
    sceneRef,
  );

  const onClick = (clientX: number, clientY: number, isShift: boolean) => {
    const corner = boxRef.current?.getBoundingClientRect();
    if (corner !== undefined) clickStage(room, { clientX, clientY, isShift, corner, dots });
  };
  const onAnchorSelect = (anchorId: string) => {
    if (isMore.current) selectObjects(store, toggleRef(store.getState().selection, { kind: "anchors", id: anchorId }));
    else selectAnchor(store, anchorId);
  };
  const onDoubleClick = () => {
    const { draft } = store.getState();
    if (draft !== null) finishDraft(room, draft);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the picture and the plan inside take the keyboard.
    <div
      ref={boxRef}
      className={isDrawing ? "absolute inset-0 cursor-crosshair [&_section]:cursor-crosshair" : "absolute inset-0"}
      data-objects={scene.anchors.length + scene.zones.length + scene.measurements.length}
      onPointerDownCapture={(event) => {
        isMore.current = event.shiftKey;
        stopFollowing(room);
      }}
      onWheelCapture={() => stopFollowing(room)}
      onPointerMove={onPointerMove}
      onPointerLeave={() => connection.showCursor(null)}
      onDoubleClick={onDoubleClick}
    >
      <CanvasScene
        label={label}
        scene={inPicture}
        scans={scans}
        allScans={allScans}
        layers={layers}
        cut={cut.storeys}
        pins={pins}
        dots={dots}
        toFloorM={storeys.toFloorM}
        sceneRef={sceneRef}
        onStage={setSceneStage}
        onClick={onClick}
        onScanState={onScanState}
        onAnchorSelect={onAnchorSelect}
        onAnchorDrag={canEdit ? drag.follow : undefined}
        onCameraMove={moves.note}
        onCameraSettle={({ position }) => setCamera(position)}
      />
      {view === "plan" ? (
        <CanvasPlan
          scene={inPicture}
          storeys={storeys}
          dots={dots}
          scans={scans}
          allScans={allScans}
          onStage={setPlanStage}
          onClick={onClick}
        />
      ) : null}
      {view === "scene" && cut.hasScene && layers.panoramaId === null ? (
        <CanvasStoreys camera={moves} cut={cut} sceneRef={sceneRef} />
      ) : null}
      {stage === null ? null : <StageOverlay stage={stage} scans={scans} />}
      {view === "plan" && planStage !== null ? (
        <PlanMarks
          stage={planStage}
          anchors={(anchors.length > pins.length ? pins : anchors).filter(({ position }) => storeys.isHere(position))}
          onSelect={(anchorId, isShift) => {
            isMore.current = isShift;
            onAnchorSelect(anchorId);
          }}
          onDrag={canEdit ? (...at) => drag.followOnPlan(planStage, ...at) : undefined}
        />
      ) : null}
    </div>
  );
}
