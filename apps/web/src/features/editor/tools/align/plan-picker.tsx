import type { Plan } from "@blueprint/scene/plan";
import type { Point2 } from "@blueprint/scene/scene-field";
import { Maximize, Minus, Plus } from "lucide-react";
import { type KeyboardEvent, type PointerEvent as ReactPointerEvent, useRef, useState } from "react";
import { IconButton } from "../../../../ui/icon-button.tsx";
import type { ViewerScan } from "../../../viewer/viewer.ts";
import type { AlignTask } from "./align-task.ts";
import { moveAim, toImagePoint } from "./plan-aim.ts";
import { PlanPoints } from "./plan-points.tsx";
import { findPlanPicture } from "./plan-sources.ts";

const zoomStep = 1.6;
const zoomMax = 12;

/** The drawing to zoom and pick on; by keyboard, arrows move a crosshair and Enter picks. */
export function PlanPicker({
  plan,
  task,
  scans,
  onPick,
}: {
  readonly plan: Plan;
  readonly task: Extract<AlignTask, { kind: "plan" }>;
  readonly scans: readonly ViewerScan[];
  readonly onPick: (image: Point2) => void;
}) {
  const picture = findPlanPicture(plan, scans);
  const [zoom, setZoom] = useState(1);
  // Fractions of the drawing, from its top left.
  const [aim, setAim] = useState<Point2>([0.5, 0.5]);
  const [hasFocus, setFocus] = useState(false);
  const pressed = useRef<{ x: number; y: number } | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  if (picture === null) return <p className="text-ink-soft">Its drawing isn't available. The pairs are kept.</p>;

  const onPointerUp = (event: ReactPointerEvent<HTMLElement>) => {
    const from = pressed.current;
    pressed.current = null;
    if (from === null || Math.hypot(event.clientX - from.x, event.clientY - from.y) > 5) return;
    const box = event.currentTarget.getBoundingClientRect();
    const share: Point2 = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    setAim(share);
    onPick(toImagePoint(plan, share));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = moveAim(aim, event.key, event.shiftKey, zoom);
    if (moved === null && event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    if (moved === null) onPick(toImagePoint(plan, aim));
    else setAim(moved);
  };
  return (
    <div className="grid gap-1.5">
      <div
        ref={scroller}
        className="max-h-60 overflow-auto rounded-sharp border border-line bg-sunken overscroll-contain max-md:max-h-40"
      >
        <button
          type="button"
          aria-label="Plan to pick points on. Arrow keys move the crosshair, Enter picks."
          data-plan-picker
          onFocus={() => setFocus(true)}
          onBlur={() => setFocus(false)}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            pressed.current = { x: event.clientX, y: event.clientY };
          }}
          onPointerUp={onPointerUp}
          style={{ width: `${zoom * 100}%`, aspectRatio: `${plan.widthPixels} / ${plan.heightPixels}` }}
          className="relative block cursor-crosshair focus-visible:-outline-offset-2"
        >
          {picture.isPicture ? (
            <img
              src={picture.url}
              alt=""
              draggable={false}
              className="absolute inset-0 size-full max-w-none bg-white"
            />
          ) : (
            <span
              className="absolute inset-0 bg-ink"
              style={{ mask: `url("${picture.url}") 0 0 / 100% 100% no-repeat` }}
            />
          )}
          <PlanPoints plan={plan} picked={task.picked} aim={hasFocus ? aim : null} />
        </button>
      </div>
      <div className="flex gap-1">
        <IconButton
          label="Zoom in"
          icon={Plus}
          size="small"
          onClick={() => setZoom(Math.min(zoomMax, zoom * zoomStep))}
        />
        <IconButton label="Zoom out" icon={Minus} size="small" onClick={() => setZoom(Math.max(1, zoom / zoomStep))} />
        <IconButton label="Fit plan" icon={Maximize} size="small" onClick={() => setZoom(1)} />
      </div>
    </div>
  );
}
