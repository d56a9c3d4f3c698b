import { toPoints } from "../drawing-frame.ts";
import { type PlanView, project } from "../projection.ts";
import { planSize } from "../venue-plan.ts";

/** The floor with a line every metre. */
export function FloorGrid({ view }: { readonly view: PlanView }) {
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
