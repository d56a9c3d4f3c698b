import type { Plan } from "@blueprint/scene/plan";
import type { Scene } from "@blueprint/scene/read-scene";
import { type PlanWindow, toPlanPixels, type ViewerScan } from "../../../viewer/viewer.ts";
import { toPlanName } from "../../object-names.ts";
import { findPlanPicture } from "../align/plan-sources.ts";
import { isOnStorey, type PlanStorey } from "./plan-storeys.ts";

/** Drawings placed on a storey, positioned by their pairs. */
export function PlanPictures({
  plans,
  scans,
  scene,
  storeys,
  storey,
  window,
}: {
  readonly plans: readonly Plan[];
  readonly scans: readonly ViewerScan[];
  readonly scene: Pick<Scene, "floors">;
  readonly storeys: readonly PlanStorey[];
  readonly storey: PlanStorey;
  readonly window: PlanWindow;
}) {
  return plans.map((plan) => {
    const picture = findPlanPicture(plan, scans);
    const floorM = scene.floors.find((one) => one.storey === plan.floor)?.elevation ?? storeys[0]?.floorM ?? 0;
    if (picture === null || plan.placement === null || plan.isHidden || !isOnStorey(storeys, storey, floorM))
      return null;
    const { scale, angle, shift } = plan.placement.similarity;
    const corner = toPlanPixels(window, shift[0], shift[1]);
    const place = {
      width: plan.widthPixels,
      height: plan.heightPixels,
      opacity: plan.opacity,
      transformOrigin: "0 0",
      transform: `translate(${corner.x}px, ${corner.y}px) rotate(${angle}rad) scale(${scale * window.pxPerM})`,
    };
    return picture.isPicture ? (
      <img
        key={plan.id}
        src={picture.url}
        alt={toPlanName(plan)}
        draggable={false}
        className="absolute max-w-none"
        style={place}
      />
    ) : (
      <div
        key={plan.id}
        role="img"
        aria-label={toPlanName(plan)}
        className="absolute bg-accent"
        style={{ ...place, mask: `url("${picture.url}") 0 0 / 100% 100% no-repeat` }}
      />
    );
  });
}
