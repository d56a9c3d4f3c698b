import { PlanView } from "../plans/plan-view.tsx";
import { findPlanStorey, useVisit } from "./visit.ts";
import { goTo, openAnchor } from "./visit-moves.ts";

// Pixels that panels cover around a plan: title above; storeys, zoom and the bar below; the list at the side.
const coveredOnPhones = { left: 0, top: 60, bottom: 124 };
const coveredAboveSheet = { left: 0, top: 60, bottom: 64 };
const coveredOnDesktops = { top: 48, bottom: 48 };
const besideListPx = 332;

/** The place's plan, or the drawing that is open, which doesn't navigate. */
export function VisitPlan() {
  const visit = useVisit();
  const { blueprint, state, view, isCompact } = visit;
  const isDrawing = view.drawing !== undefined;
  return (
    <PlanView
      storeyPlans={view.storeyPlans}
      storey={findPlanStorey(visit)}
      anchors={isDrawing ? [] : blueprint.scene.anchors}
      selectedAnchorId={state.selectedId}
      pose={isDrawing ? null : state.pose}
      route={isDrawing ? null : (state.route?.found?.points ?? null)}
      onSelect={(anchorId) => openAnchor(visit, anchorId)}
      onGoTo={isDrawing ? null : (floorPoint) => goTo(visit, floorPoint)}
      isBesidePanel={!isCompact}
      covered={
        isCompact
          ? view.sheetContent === null
            ? coveredOnPhones
            : coveredAboveSheet
          : { ...coveredOnDesktops, left: state.panel !== null ? besideListPx : 0 }
      }
    />
  );
}
