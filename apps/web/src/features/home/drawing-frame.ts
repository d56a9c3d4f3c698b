import type { ScreenPoint } from "./projection.ts";

// Fits the drawing at any rotation; metres.
const frame = { left: -11.6, top: -8.6, width: 23.2, height: 17.2 };

/** Height of a stop's pin above the floor; metres. */
export const pinHeight = 2.1;

export const frameViewBox = `${frame.left} ${frame.top} ${frame.width} ${frame.height}`;

/** A point as percentages of the drawing. */
export function toPosition({ x, y }: ScreenPoint) {
  return {
    left: `${((x - frame.left) / frame.width) * 100}%`,
    top: `${((y - frame.top) / frame.height) * 100}%`,
  };
}

/** Points for an SVG polygon. */
export function toPoints(points: readonly ScreenPoint[]): string {
  return points.map(({ x, y }) => `${x.toFixed(3)},${y.toFixed(3)}`).join(" ");
}
