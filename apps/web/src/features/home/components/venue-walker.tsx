import { toPoints } from "../drawing-frame.ts";
import { type PlanView, project } from "../projection.ts";

/** A person on the floor and their field of view. */
export function VenueWalker({
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
