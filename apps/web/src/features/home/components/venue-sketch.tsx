import { frameViewBox, pinHeight, toPoints } from "../drawing-frame.ts";
import { type PlanView, project, sortByDepth, toVisibleFaces } from "../projection.ts";
import type { PlanBox, VenuePlan } from "../venue-plan.ts";
import { FloorGrid } from "./floor-grid.tsx";
import { VenueWalker } from "./venue-walker.tsx";

const faceLooks: Record<PlanBox["material"], Record<"top" | "x" | "y", string>> = {
  wall: { top: "fill-ink stroke-ink", x: "fill-sunken stroke-ink", y: "fill-sheet stroke-ink" },
  window: { top: "fill-accent-wash stroke-accent", x: "fill-sunken stroke-line", y: "fill-sheet stroke-line" },
  furniture: { top: "fill-sheet stroke-line", x: "fill-sunken stroke-line", y: "fill-paper stroke-line" },
};

/** The floor, the route, the walker on it, the walls and the furniture, seen from one side. */
export function VenueSketch({
  plan: { boxes, stops, route },
  view,
  walker,
}: {
  readonly plan: VenuePlan;
  readonly view: PlanView;
  readonly walker: { readonly x: number; readonly y: number; readonly heading: number };
}) {
  return (
    <svg
      viewBox={frameViewBox}
      className="block w-full [&_*]:[vector-effect:non-scaling-stroke]"
      aria-hidden="true"
      strokeLinejoin="round"
      strokeWidth="1"
    >
      <FloorGrid view={view} />
      <polyline
        points={toPoints(route.map(([x, y]) => project(view, x, y)))}
        className="fill-none stroke-accent"
        strokeDasharray="3 4"
        strokeWidth="1.5"
      />
      <VenueWalker view={view} {...walker} />
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
  );
}
