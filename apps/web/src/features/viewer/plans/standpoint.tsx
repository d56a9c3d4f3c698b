import { Navigation } from "lucide-react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import type { CameraPose } from "../scene/scene.ts";
import { type PlanWindow, toPlanPixels } from "./plan-window.ts";

/** The camera's position and heading on a plan. */
export function Standpoint({ pose, window }: { readonly pose: CameraPose; readonly window: PlanWindow }) {
  const { t } = useWording();
  const { x, y } = toPlanPixels(window, pose.position[0], pose.position[2]);
  const ahead = Math.atan2(pose.target[0] - pose.position[0], pose.position[2] - pose.target[2]);
  return (
    <span
      role="img"
      aria-label={t("plan.youAreHere")}
      title={t("plan.youAreHere")}
      className="pointer-events-none absolute -mt-3 -ml-3 grid size-6 place-items-center rounded-full border border-line bg-sheet text-accent shadow-overlay"
      style={{ left: x, top: y, rotate: `${ahead}rad` }}
    >
      {/* The icon points to the upper right by default. */}
      <Navigation size={14} strokeWidth={1.5} fill="currentColor" className="-rotate-45" />
    </span>
  );
}
