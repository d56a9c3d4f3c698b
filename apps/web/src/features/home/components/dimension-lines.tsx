import { frameViewBox, toPosition } from "../drawing-frame.ts";
import { type PlanView, project } from "../projection.ts";
import { planSize } from "../venue-plan.ts";

/** Dimension lines along the two edges nearest to the viewer. */
export function DimensionLines({ view }: { readonly view: PlanView }) {
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
        viewBox={frameViewBox}
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
