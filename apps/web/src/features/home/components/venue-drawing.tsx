import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { pinHeight, toPosition } from "../drawing-frame.ts";
import { distanceTo, type PlanView, project, walkAlong } from "../projection.ts";
import { useTween } from "../use-tween.ts";
import { galleryPlan, planSize, type VenuePlan } from "../venue-plan.ts";
import { DimensionLines } from "./dimension-lines.tsx";
import { VenueSketch } from "./venue-sketch.tsx";

const tilts = { plan: Math.PI / 2, place: 0.62 };
const turnStep = Math.PI / 24;

/**
 * A small place to view from every side: a plan that rises to 3D, with stops to walk to. Drawn to scale, so the
 * dimension lines are true.
 */
export function VenueDrawing({
  plan = galleryPlan,
  action,
}: {
  readonly plan?: VenuePlan;
  /** An action in the corner of the drawing. */
  readonly action?: ReactNode;
}) {
  const { rooms, stops, route } = plan;
  const [mode, setMode] = useState<"plan" | "place">("place");
  const [turn, setTurn] = useState(-0.62);
  const [stop, setStop] = useState(0);
  const drag = useRef<{ readonly x: number; readonly turn: number } | null>(null);

  const current = stops[stop]!;
  const walked = useTween(distanceTo(route, current.x, current.y), 480);
  const tilt = useTween(tilts[mode]);
  // A plan reads with north up; the rotation is kept for the return to 3D.
  const shownTurn = useTween(mode === "plan" ? 0 : turn);
  const view: PlanView = { turn: shownTurn, tilt };

  const onPointerDown = (event: PointerEvent) => {
    if (mode === "plan") return;
    drag.current = { x: event.clientX, turn };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current !== null) setTurn(drag.current.turn - (event.clientX - drag.current.x) * 0.006);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    setMode("place");
    setTurn((before) => before + (event.key === "ArrowLeft" ? turnStep : -turnStep));
  };

  return (
    <figure className="border border-line bg-sheet">
      <div className="relative">
        <div
          role="slider"
          tabIndex={0}
          aria-label={`Drawing of ${plan.label}, ${planSize.width} by ${planSize.depth} metres. Turn it`}
          aria-valuemin={0}
          aria-valuemax={359}
          aria-valuenow={toDegrees(turn)}
          aria-valuetext={`Turned by ${toDegrees(turn)} degrees`}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={() => {
            drag.current = null;
          }}
          onPointerCancel={() => {
            drag.current = null;
          }}
          onKeyDown={onKeyDown}
          className={classNames(
            "touch-pan-y select-none -outline-offset-2",
            mode === "place" && "cursor-grab active:cursor-grabbing",
          )}
        >
          <VenueSketch plan={plan} view={view} walker={walkAlong(route, walked)} />
          <DimensionLines view={view} />
          {mode === "plan"
            ? rooms.map((room) => (
                <span
                  key={room.name}
                  aria-hidden="true"
                  style={toPosition(project(view, room.x, room.y))}
                  className="pointer-events-none absolute -translate-1/2 animate-fade text-caption text-ink-soft max-sm:hidden"
                >
                  {room.name}
                </span>
              ))
            : null}
        </div>
        {stops.map((candidate, index) => (
          <button
            key={candidate.title}
            type="button"
            aria-pressed={index === stop}
            aria-label={`Walk to stop ${index + 1}: ${candidate.title}`}
            onClick={() => setStop(index)}
            style={toPosition(project(view, candidate.x, candidate.y, pinHeight))}
            className={classNames(
              "absolute grid size-7 -translate-1/2 place-items-center rounded-full border font-mono text-caption font-strong transition-colors duration-120",
              index === stop
                ? "border-accent bg-accent text-on-accent"
                : "border-accent bg-sheet text-accent hover:bg-accent-wash",
            )}
          >
            {index + 1}
          </button>
        ))}
        {action ? <div className="absolute top-3 left-3">{action}</div> : null}
        <SegmentedControl
          label="Drawing"
          className="absolute top-3 right-3"
          value={mode}
          onChange={setMode}
          segments={[
            { value: "plan", label: "Plan" },
            { value: "place", label: "Place" },
          ]}
        />
      </div>
      <figcaption className="grid border-t border-line sm:grid-cols-[1fr_auto]">
        <p aria-live="polite" className="min-h-[3.75rem] px-4 py-2.5">
          <span className="font-strong">
            {stop + 1} · {current.title}
          </span>
          <br />
          <span className="text-ink-soft">{current.text}</span>
        </p>
        <dl className="flex divide-x divide-hairline border-hairline max-sm:border-t sm:border-l">
          <div className="px-4 py-2.5">
            <dt className="text-caption text-ink-soft">Sheet</dt>
            <dd className="font-mono text-caption">Example, invented</dd>
          </div>
          <div className="px-4 py-2.5">
            <dt className="text-caption text-ink-soft">Cut at</dt>
            <dd className="font-mono text-caption">1.2 m</dd>
          </div>
        </dl>
      </figcaption>
    </figure>
  );
}

function toDegrees(turn: number): number {
  return ((Math.round((turn * 180) / Math.PI) % 360) + 360) % 360;
}
