import { Map as MapIcon } from "lucide-react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { LaidDrawings } from "../plans/laid-drawings.tsx";
import { PlanSheet } from "../plans/plan-sheet.tsx";
import { fitPlan, type PlanWindow } from "../plans/plan-window.ts";
import { Standpoint } from "../plans/standpoint.tsx";
import { findPlanExtent, type StoreyPlan } from "../plans/storey-plans.ts";
import type { CameraPose, Vector3Tuple } from "../scene/scene.ts";

const size = { width: 176, height: 132 };
const paddingPx = 10;
/** A larger plan is shown in part, around the walker. */
const pxPerMMin = 5;

/** The plan of the walker's storey with position and heading. A click goes there. */
export function MiniMap({
  storeyPlan,
  pose,
  onGoTo,
  onOpenPlan,
}: {
  readonly storeyPlan: StoreyPlan;
  readonly pose: CameraPose;
  readonly onGoTo: (floorPoint: Vector3Tuple) => void;
  /** Goes anywhere on the plan by keyboard. */
  readonly onOpenPlan: () => void;
}) {
  const { t } = useWording();
  const window = findWindow(storeyPlan, pose);
  return (
    <section
      aria-label={t("plan.miniMap")}
      className="relative isolate overflow-hidden rounded-sharp border border-line bg-paper"
      style={size}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: by keyboard, the plan goes there. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above. */}
      <div
        className="absolute inset-0 cursor-pointer"
        onClick={({ clientX, clientY, currentTarget }) => {
          const box = currentTarget.getBoundingClientRect();
          const [dx, dy] = [clientX - box.left - box.width / 2, clientY - box.top - box.height / 2];
          onGoTo([window.x + dx / window.pxPerM, storeyPlan.floorM, window.z + dy / window.pxPerM]);
        }}
      >
        <div className="pointer-events-none absolute top-1/2 left-1/2">
          {storeyPlan.drawings.length === 0 && storeyPlan.slice !== null ? (
            <PlanSheet plan={storeyPlan.slice} window={window} size={size} />
          ) : (
            <LaidDrawings drawings={storeyPlan.drawings} window={window} size={size} />
          )}
          <Standpoint pose={pose} window={window} />
        </div>
      </div>
      <div className="absolute right-0 bottom-0 z-10 border-t border-l border-line bg-sheet">
        <IconButton label={t("plan.open")} icon={MapIcon} onClick={onOpenPlan} />
      </div>
    </section>
  );
}

function findWindow(storeyPlan: StoreyPlan, { position: [x, , z] }: CameraPose): PlanWindow {
  const extent = findPlanExtent(storeyPlan, false);
  // The plan's own fit leaves room for a whole screen's margins.
  const margin = 32 - paddingPx;
  const fitted = fitPlan(extent, { width: size.width + 2 * margin, height: size.height + 2 * margin });
  return fitted.pxPerM >= pxPerMMin ? fitted : { x, z, pxPerM: pxPerMMin };
}
