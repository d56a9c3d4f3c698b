import type { Scene } from "@blueprint/scene/read-scene";
import { useMemo } from "react";
import type { ViewerAnchor, ViewerScan } from "../../viewer/viewer.ts";
import { EditorPlan } from "../tools/plan-view/editor-plan.tsx";
import { PlanPictures } from "../tools/plan-view/plan-pictures.tsx";
import { isOnStorey } from "../tools/plan-view/plan-storeys.ts";
import type { ToolStage } from "../tools/tool-stage.ts";
import type { useShownStoreys } from "./use-shown-storeys.ts";

/** The plan of the storey that is shown. */
export function CanvasPlan({
  scene,
  storeys: { storeys, storey, isHere, show },
  dots,
  scans,
  allScans,
  onStage,
  onClick,
}: {
  /** Without what the user has hidden. */
  readonly scene: Scene;
  readonly storeys: ReturnType<typeof useShownStoreys>;
  readonly dots: readonly ViewerAnchor[];
  readonly scans: readonly ViewerScan[];
  /** With the drawings that lie on storeys. */
  readonly allScans: readonly ViewerScan[];
  readonly onStage: (stage: ToolStage | null) => void;
  readonly onClick: (clientX: number, clientY: number, isShift: boolean) => void;
}) {
  const zones = useMemo(
    () => scene.zones.filter(({ heights }) => isOnStorey(storeys, storey, heights[0])),
    [scene.zones, storeys, storey],
  );
  return (
    <EditorPlan
      key={storey.id}
      scene={scene}
      storeys={storeys}
      storey={storey}
      zones={zones}
      dots={dots.filter(({ position }) => isHere(position))}
      bounds={scans.map(({ delivery }) => delivery.bounds)}
      pictures={(window) => (
        <PlanPictures
          plans={scene.plans}
          scans={allScans}
          storey={storey}
          storeys={storeys}
          scene={scene}
          window={window}
        />
      )}
      onStorey={show}
      onStage={onStage}
      onClick={onClick}
    />
  );
}
