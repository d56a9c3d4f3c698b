import { lazy, Suspense } from "react";
import { useVisit } from "./visit.ts";
import { endMeasuring, measureAtAim } from "./visit-moves.ts";
import { changeMeasure } from "./visitor.store.ts";

// Loaded with the first measurement.
const VisitorMeasurePanel = lazy(async () => ({
  default: (await import("../measure/visitor-measure-panel.tsx")).VisitorMeasurePanel,
}));

/** The visitor's measurement, while there is one and something to measure. */
export function VisitMeasure() {
  const visit = useVisit();
  const { measure, hasMissed } = visit.state;
  if (!visit.view.isMeasurable || measure === null) return null;
  return (
    <Suspense fallback={null}>
      <VisitorMeasurePanel
        measure={measure}
        scene={visit.blueprint.scene}
        hasMissed={hasMissed}
        isBare={visit.isCompact}
        onChange={(next) => changeMeasure(visit.store, next)}
        onSetAtAim={() => measureAtAim(visit)}
        onClose={() => endMeasuring(visit)}
      />
    </Suspense>
  );
}
