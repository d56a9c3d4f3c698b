import type { Scene } from "@blueprint/scene/read-scene";
import { type RefObject, useMemo } from "react";
import { useColourScheme } from "../../../lib/theme.ts";
import type { SceneHandle, SceneLayers, ViewerAnchor, ViewerScan } from "../../viewer/viewer.ts";
import { MeasurementMeshes, SceneCanvas, type SceneCanvasProps } from "../../viewer/viewer-canvas.ts";
import { PlanMeshes } from "../tools/plan-view/plan-meshes.tsx";
import type { useEditorStoreys } from "../tools/plan-view/use-editor-storeys.ts";
import { SceneStageProbe } from "../tools/scene-stage-probe.tsx";
import { AnchorDots } from "../tools/select/anchor-dots.tsx";
import type { ToolStage } from "../tools/tool-stage.ts";
import { toViewerZone } from "../tools/zone/viewer-zone.ts";
import { useEditor, useEditorRoom } from "../use-editor-room.ts";

type Handlers = Pick<
  SceneCanvasProps,
  "onScanState" | "onAnchorSelect" | "onAnchorDrag" | "onCameraMove" | "onCameraSettle"
>;

/** The scans in 3D with the objects of the document in them. */
export function CanvasScene({
  label,
  scene,
  scans,
  allScans,
  layers,
  cut: { floorsM, storeyM, cutM },
  pins,
  dots,
  toFloorM,
  sceneRef,
  onStage,
  onClick,
  ...handlers
}: Handlers & {
  readonly label: string;
  /** Without what the user has hidden. */
  readonly scene: Scene;
  readonly scans: readonly ViewerScan[];
  /** With the drawings that lie on storeys. */
  readonly allScans: readonly ViewerScan[];
  readonly layers: SceneLayers;
  readonly cut: ReturnType<typeof useEditorStoreys>["storeys"];
  readonly pins: readonly ViewerAnchor[];
  readonly dots: readonly ViewerAnchor[];
  readonly toFloorM: (storey: number) => number;
  readonly sceneRef: RefObject<SceneHandle | null>;
  readonly onStage: (stage: ToolStage | null) => void;
  readonly onClick: (clientX: number, clientY: number, isShift: boolean) => void;
}) {
  const { store } = useEditorRoom();
  const mode = useEditor((state) => state.mode);
  const isDrawing = useEditor((state) => state.tool !== "select");
  const theme = useColourScheme();
  const zones = useMemo(() => scene.zones.map(toViewerZone), [scene.zones]);
  // Without a pick handler, a click walks.
  const takesClicks = isDrawing || mode !== "walk";
  return (
    <SceneCanvas
      ref={sceneRef}
      label={label}
      scans={scans}
      hiddenScanIds={layers.hiddenIds}
      panoramaId={layers.panoramaId}
      onEnterPanorama={layers.enterPanorama}
      anchors={pins}
      selectedAnchorId={null}
      mode={mode}
      onModeChange={(next) => store.setState({ mode: next })}
      zones={zones}
      floorsM={floorsM}
      storeyM={storeyM}
      cutM={cutM}
      onPick={takesClicks ? (_, event) => onClick(event.clientX, event.clientY, event.shiftKey) : undefined}
      {...handlers}
    >
      <SceneStageProbe
        pickAt={(clientX, clientY) => {
          // Measuring loads the finest detail under the pointer before a point is set.
          const isMeasuring = store.getState().draft?.task.kind === "measure";
          return sceneRef.current?.pickAt(clientX, clientY, isMeasuring ? () => undefined : undefined) ?? null;
        }}
        onStage={onStage}
      />
      <PlanMeshes plans={scene.plans} scans={allScans} toFloorM={toFloorM} />
      <MeasurementMeshes measurements={scene.measurements} theme={theme} />
      <AnchorDots anchors={dots} theme={theme} />
    </SceneCanvas>
  );
}
