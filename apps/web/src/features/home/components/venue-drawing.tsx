import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import {
  distanceTo,
  type PlanView,
  project,
  type ScreenPoint,
  sortByDepth,
  toVisibleFaces,
  walkAlong,
} from "../projection.ts";
import { useTween } from "../use-tween.ts";
import { galleryPlan, type PlanBox, planSize, type VenuePlan } from "../venue-plan.ts";

// Fits the drawing at any rotation; metres.
const frame = { left: -11.6, top: -8.6, width: 23.2, height: 17.2 };
const tilts = { plan: Math.PI / 2, place: 0.62 };
const pinHeight = 2.1;
const turnStep = Math.PI / 24;

const faceLooks: Record<PlanBox["material"], Record<"top" | "x" | "y", string>> = {
  wall: { top: "fill-ink stroke-ink", x: "fill-sunken stroke-ink", y: "fill-sheet stroke-ink" },
  window: { top: "fill-accent-wash stroke-accent", x: "fill-sunken stroke-line", y: "fill-sheet stroke-line" },
  furniture: { top: "fill-sheet stroke-line", x: "fill-sunken stroke-line", y: "fill-paper stroke-line" },
};

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
  const { boxes, rooms, stops, route } = plan;
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
  const walker = walkAlong(route, walked);

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
          <svg
            viewBox={`${frame.left} ${frame.top} ${frame.width} ${frame.height}`}
            className="block w-full [&_*]:[vector-effect:non-scaling-stroke]"
            aria-hidden="true"
            strokeLinejoin="round"
            strokeWidth="1"
          >
            <Floor view={view} />
            <polyline
              points={toPoints(route.map(([x, y]) => project(view, x, y)))}
              className="fill-none stroke-accent"
              strokeDasharray="3 4"
              strokeWidth="1.5"
            />
            <Walker view={view} {...walker} />
            {sortByDepth(boxes, view).map((box) =>
              toVisibleFaces(box, view).map(({ side, points }) => (
                <polygon
                  key={`${box.x} ${box.y} ${box.width} ${box.depth} ${side}`}
                  points={toPoints(points)}
                  className={faceLooks[box.material][side]}
                />
              )),
            )}
            {stops.map(({ title, x, y }) => {
              const foot = project(view, x, y);
              const head = project(view, x, y, pinHeight);
              return <line key={title} x1={foot.x} y1={foot.y} x2={head.x} y2={head.y} className="stroke-accent" />;
            })}
          </svg>
          <Dimensions view={view} />
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

function toPoints(points: readonly ScreenPoint[]): string {
  return points.map(({ x, y }) => `${x.toFixed(3)},${y.toFixed(3)}`).join(" ");
}

function toPosition({ x, y }: ScreenPoint) {
  return {
    left: `${((x - frame.left) / frame.width) * 100}%`,
    top: `${((y - frame.top) / frame.height) * 100}%`,
  };
}

/** The floor with a line every metre. */
function Floor({ view }: { readonly view: PlanView }) {
  const { width, depth } = planSize;
  const corners = [project(view, 0, 0), project(view, width, 0), project(view, width, depth), project(view, 0, depth)];
  const lines: string[] = [];
  for (let x = 1; x < width; x += 1) lines.push(toPoints([project(view, x, 0), project(view, x, depth)]));
  for (let y = 1; y < depth; y += 1) lines.push(toPoints([project(view, 0, y), project(view, width, y)]));
  return (
    <>
      <polygon points={toPoints(corners)} className="fill-paper stroke-line" />
      {lines.map((line) => (
        <polyline key={line} points={line} className="stroke-grid" />
      ))}
    </>
  );
}

/** A person on the floor and their field of view. */
function Walker({
  view,
  x,
  y,
  heading,
}: {
  readonly view: PlanView;
  readonly x: number;
  readonly y: number;
  readonly heading: number;
}) {
  const ray = (angle: number, length: number) =>
    project(view, x + Math.cos(heading + angle) * length, y + Math.sin(heading + angle) * length);
  const cone = [project(view, x, y), ...[-0.5, -0.25, 0, 0.25, 0.5].map((angle) => ray(angle, 2.3))];
  const ring = Array.from({ length: 24 }, (_, index) => ray((index / 24) * Math.PI * 2, 0.32));
  return (
    <>
      <polygon points={toPoints(cone)} className="fill-accent opacity-20" />
      <polygon points={toPoints(ring)} className="fill-accent stroke-sheet" strokeWidth="1.5" />
    </>
  );
}

/** Dimension lines along the two edges nearest to the viewer. */
function Dimensions({ view }: { readonly view: PlanView }) {
  const { width, depth } = planSize;
  const away = 1;
  const isFront = Math.cos(view.turn) >= 0;
  const isRight = Math.sin(view.turn) >= 0;
  const y = isFront ? depth + away : -away;
  const x = isRight ? width + away : -away;
  const across = [project(view, 0, y), project(view, width, y)] as const;
  const along = [project(view, x, 0), project(view, x, depth)] as const;
  return (
    <>
      <svg
        viewBox={`${frame.left} ${frame.top} ${frame.width} ${frame.height}`}
        className="absolute inset-0 size-full stroke-line [&_*]:[vector-effect:non-scaling-stroke]"
        aria-hidden="true"
      >
        {[across, along].map(([from, to]) => (
          <g key={`${from.x} ${to.x}`}>
            <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
            {[from, to].map((end) => (
              <line key={end.x} x1={end.x - 0.18} y1={end.y + 0.18} x2={end.x + 0.18} y2={end.y - 0.18} />
            ))}
          </g>
        ))}
      </svg>
      {[
        { ends: across, metres: width },
        { ends: along, metres: depth },
      ].map(({ ends: [from, to], metres }) => (
        <span
          key={metres}
          aria-hidden="true"
          style={toPosition({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 })}
          className="pointer-events-none absolute -translate-1/2 bg-sheet px-1 font-mono text-caption text-ink-soft"
        >
          {metres.toFixed(2)} m
        </span>
      ))}
    </>
  );
}
