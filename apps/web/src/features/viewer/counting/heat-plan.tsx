import type { PublishedBlueprint } from "@blueprint/contract/published";
import { type HeatSpot, spotM } from "@blueprint/contract/visits";
import { useRef, useState } from "react";
import { formatAmount } from "../../../lib/format.ts";
import { LaidDrawings } from "../plans/laid-drawings.tsx";
import { PlanScale, PlanZoom } from "../plans/plan-controls.tsx";
import { PlanSheet } from "../plans/plan-sheet.tsx";
import { findStorey, type PlanWindow, toPlanPixels } from "../plans/plan-window.ts";
import { findPlanExtent, listStoreyPlans } from "../plans/storey-plans.ts";
import { usePlanGestures } from "../plans/use-plan-gestures.ts";
import { usePlanWindow } from "../plans/use-plan-window.ts";
import { applyPlacements } from "../scans/scan-placement.ts";
import { StoreyChooser } from "../storeys/storey-chooser.tsx";
import { toHeatSteps } from "./heat-steps.ts";

const covered = { left: 0, top: 0, bottom: 40 };

/** Where visitors were, on the plan of a storey; nothing for a place without a plan. */
export function HeatPlan({
  place,
  spots,
}: {
  readonly place: PublishedBlueprint;
  readonly spots: readonly HeatSpot[];
}) {
  const scans = place.scans.filter(({ kind }) => kind !== "plan");
  const slices = applyPlacements(scans).find(({ delivery }) => delivery.plans.length > 0)?.delivery.plans ?? [];
  const storeyPlans = listStoreyPlans(slices, place.scene, place.scans);
  const floorsM = storeyPlans.map(({ floorM }) => floorM);
  const [chosen, setChosen] = useState<number | null>(null);
  // The storey with most of them, until another one is chosen.
  const byStorey = storeyPlans.map((_, index) => spots.filter(({ floorM }) => findStorey(floorsM, floorM) === index));
  const fullest = byStorey.findIndex(({ length }) => length === Math.max(0, ...byStorey.map((some) => some.length)));
  const storey = chosen ?? fullest;
  const storeyPlan = storeyPlans[storey];
  if (storeyPlan === undefined) return null;
  return (
    <div className="grid gap-3">
      <StoreyChooser storeyPlans={storeyPlans} storey={storey} onChange={(next) => setChosen(next ?? 0)} />
      <HeatOnStorey key={storey} storeyPlan={storeyPlan} spots={byStorey[storey] ?? []} storey={storey} />
    </div>
  );
}

function HeatOnStorey({
  storeyPlan,
  spots,
  storey,
}: {
  readonly storeyPlan: ReturnType<typeof listStoreyPlans>[number];
  readonly spots: readonly HeatSpot[];
  readonly storey: number;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const { slice, drawings } = storeyPlan;
  const { window, size, zoom, pan, showWhole } = usePlanWindow(frame, {
    extent: findPlanExtent(storeyPlan, false),
    ...{ covered, storey, centreId: null, centre: undefined },
  });
  const gestures = usePlanGestures(frame, { pan, zoom, click: () => {} }, true);
  const steps = toHeatSteps(spots);
  return (
    <figure className="grid gap-2">
      <div
        ref={frame}
        {...gestures}
        className="sheet-grid relative isolate h-96 cursor-grab touch-pan-y overflow-hidden active:cursor-grabbing rounded-sharp border border-hairline bg-paper"
      >
        <div className="absolute top-1/2 left-1/2">
          {slice !== null && drawings.length === 0 ? (
            <PlanSheet plan={slice} window={window} size={size} />
          ) : (
            <LaidDrawings drawings={drawings} window={window} size={size} />
          )}
          <svg
            role="img"
            aria-label={`${formatAmount(spots.length, "spot")} with visitors`}
            className="pointer-events-none absolute size-px overflow-visible text-accent"
          >
            {steps.map(({ opacity, spots: some }) => (
              <path key={opacity} d={toPath(some, window)} fill="currentColor" fillOpacity={opacity} />
            ))}
          </svg>
        </div>
        <div className="absolute bottom-3 left-3 flex flex-wrap items-center gap-2">
          <PlanZoom onZoom={zoom} onWhole={showWhole} />
          <PlanScale pxPerM={window.pxPerM} />
        </div>
      </div>
      <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-1 text-caption text-ink-soft">
        {steps.map(({ opacity, from, to }) => (
          <span key={opacity} className="inline-flex items-center gap-1.5 tabular-nums">
            <span aria-hidden="true" className="size-3 bg-accent" style={{ opacity }} />
            {from === to ? from : `${from} to ${to}`} visitors
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function toPath(spots: readonly HeatSpot[], window: PlanWindow): string {
  const side = spotM * window.pxPerM;
  return spots
    .map((spot) => {
      const { x, y } = toPlanPixels(window, spot.x, spot.z);
      return `M${x.toFixed(1)} ${y.toFixed(1)}h${side.toFixed(1)}v${side.toFixed(1)}h${(-side).toFixed(1)}z`;
    })
    .join("");
}
