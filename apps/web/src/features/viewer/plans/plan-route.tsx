import type { Vector3Tuple } from "../scene/scene.ts";
import { findStorey, type PlanWindow, toPlanPixels } from "./plan-window.ts";

/** A floor counts as a storey's up to this much below it: stairs, ramps, noise. Metres. */
const belowFloorM = 0.5;

/** The part of a way that lies on a storey, drawn on its plan. */
export function PlanRoute({
  points,
  floorsM,
  storey,
  window,
}: {
  readonly points: readonly Vector3Tuple[];
  /** Lowest first. */
  readonly floorsM: readonly number[];
  readonly storey: number;
  readonly window: PlanWindow;
}) {
  const here = points.filter(([, y]) => findStorey(floorsM, y + belowFloorM) === storey);
  if (here.length < 2) return null;
  const pixels = here.map(([x, , z]) => toPlanPixels(window, x, z));
  const end = here.at(-1) === points.at(-1) ? pixels.at(-1) : undefined;
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute size-px overflow-visible text-accent">
      <polyline
        data-route=""
        points={pixels.map(({ x, y }) => `${x},${y}`).join(" ")}
        fill="none"
        stroke="currentColor"
        strokeWidth={4}
        strokeLinejoin="round"
        strokeLinecap="round"
        strokeOpacity={0.85}
      />
      {end === undefined ? null : <circle cx={end.x} cy={end.y} r={7} fill="currentColor" />}
    </svg>
  );
}
