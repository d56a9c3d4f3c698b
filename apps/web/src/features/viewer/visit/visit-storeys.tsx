import { StoreyPanel } from "../storeys/storey-panel.tsx";
import { findPlanStorey, useVisit } from "./visit.ts";
import { goTo, lookAt } from "./visit-moves.ts";

/** Storeys beside the scene; nothing without a scene. */
export function VisitStoreys() {
  const visit = useVisit();
  const { state, view, storeys, camera, canvas } = visit;
  const isAnyShown = Object.values(state.scanStates).includes("shown");
  if (view.drawing !== undefined || view.isPanorama || canvas.SceneCanvas === null || !isAnyShown) return null;
  return (
    <StoreyPanel
      camera={camera}
      view={view.look}
      storeyPlans={view.storeyPlans}
      storeys={storeys}
      planStorey={findPlanStorey(visit)}
      onGoTo={(floorPoint) => goTo(visit, floorPoint)}
      onOpenPlan={() => lookAt(visit, "plan")}
    />
  );
}
