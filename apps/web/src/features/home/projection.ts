import { type PlanBox, planSize } from "./venue-plan.ts";

/** The view of the drawing. Radians; a tilt of π/2 looks straight down, which gives the plan. */
export interface PlanView {
  readonly turn: number;
  readonly tilt: number;
}

export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** Parallel projection of a plan point (metres) around the plan's centre; the scale stays 1:1. */
export function project({ turn, tilt }: PlanView, x: number, y: number, z = 0): ScreenPoint {
  const fromMiddleX = x - planSize.width / 2;
  const fromMiddleY = y - planSize.depth / 2;
  const across = fromMiddleX * Math.cos(turn) - fromMiddleY * Math.sin(turn);
  const along = fromMiddleX * Math.sin(turn) + fromMiddleY * Math.cos(turn);
  return { x: across, y: along * Math.sin(tilt) - z * Math.cos(tilt) };
}

/** Larger is nearer to the viewer. */
function toDepth({ turn, tilt }: PlanView, { x, y, width, depth, height }: PlanBox): number {
  const fromMiddleX = x + width / 2 - planSize.width / 2;
  const fromMiddleY = y + depth / 2 - planSize.depth / 2;
  const along = fromMiddleX * Math.sin(turn) + fromMiddleY * Math.cos(turn);
  return along * Math.cos(tilt) + (height / 2) * Math.sin(tilt);
}

/** Sorts far to near, so that nearer boxes cover those behind them. */
export function sortByDepth(boxes: readonly PlanBox[], view: PlanView): readonly PlanBox[] {
  return boxes
    .map((box) => ({ box, depth: toDepth(view, box) }))
    .sort((first, second) => first.depth - second.depth)
    .map(({ box }) => box);
}

export interface BoxFace {
  readonly side: "top" | "x" | "y";
  readonly points: readonly ScreenPoint[];
}

/** The visible faces of a box: its top and at most two sides. */
export function toVisibleFaces(box: PlanBox, view: PlanView): readonly BoxFace[] {
  const { x, y, width, depth, height } = box;
  const at = (px: number, py: number, pz: number) => project(view, px, py, pz);
  const wall = (ax: number, ay: number, bx: number, by: number) => [
    at(ax, ay, 0),
    at(bx, by, 0),
    at(bx, by, height),
    at(ax, ay, height),
  ];
  const faces: BoxFace[] = [];
  const right = x + width;
  const front = y + depth;
  // A side is visible when its normal points towards the viewer, who is at positive "along".
  if (Math.cos(view.tilt) > 0.001) {
    if (Math.sin(view.turn) > 0.001) faces.push({ side: "x", points: wall(right, y, right, front) });
    if (Math.sin(view.turn) < -0.001) faces.push({ side: "x", points: wall(x, y, x, front) });
    if (Math.cos(view.turn) > 0.001) faces.push({ side: "y", points: wall(x, front, right, front) });
    if (Math.cos(view.turn) < -0.001) faces.push({ side: "y", points: wall(x, y, right, y) });
  }
  faces.push({
    side: "top",
    points: [at(x, y, height), at(right, y, height), at(right, front, height), at(x, front, height)],
  });
  return faces;
}

/** Position and heading after walking `distance` metres of a route. */
export function walkAlong(
  way: readonly (readonly [x: number, y: number])[],
  distance: number,
): { readonly x: number; readonly y: number; readonly heading: number } {
  let left = Math.max(0, distance);
  for (const [index, [fromX, fromY]] of way.entries()) {
    const next = way[index + 1];
    if (next === undefined) break;
    const [toX, toY] = next;
    const length = Math.hypot(toX - fromX, toY - fromY);
    const heading = Math.atan2(toY - fromY, toX - fromX);
    if (left <= length || index === way.length - 2) {
      const share = Math.min(left / length, 1);
      return { x: fromX + (toX - fromX) * share, y: fromY + (toY - fromY) * share, heading };
    }
    left -= length;
  }
  const [x = 0, y = 0] = way[0] ?? [];
  return { x, y, heading: 0 };
}

/** Distance of a corner along a route, in metres. */
export function distanceTo(way: readonly (readonly [x: number, y: number])[], x: number, y: number): number {
  let walked = 0;
  for (const [index, [atX, atY]] of way.entries()) {
    if (atX === x && atY === y) return walked;
    const next = way[index + 1];
    if (next !== undefined) walked += Math.hypot(next[0] - atX, next[1] - atY);
  }
  throw new Error("This point is not a corner of the way.");
}
