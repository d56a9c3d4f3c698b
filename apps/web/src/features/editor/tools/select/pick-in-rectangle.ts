import type { Vector3 } from "@blueprint/scene/vector";
import type { ScreenPoint } from "../tool-stage.ts";

export interface ScreenRectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function toRectangle(a: ScreenPoint, b: ScreenPoint): ScreenRectangle {
  return {
    left: Math.min(a.x, b.x),
    top: Math.min(a.y, b.y),
    right: Math.max(a.x, b.x),
    bottom: Math.max(a.y, b.y),
  };
}

/** Ids of objects with every point inside the rectangle. */
export function pickInRectangle(
  things: readonly { readonly id: string; readonly points: readonly Vector3[] }[],
  { left, top, right, bottom }: ScreenRectangle,
  toScreen: (point: Vector3) => ScreenPoint | null,
): string[] {
  const isInside = (point: Vector3) => {
    const at = toScreen(point);
    return at !== null && at.x >= left && at.x <= right && at.y >= top && at.y <= bottom;
  };
  return things.filter(({ points }) => points.length > 0 && points.every(isInside)).map(({ id }) => id);
}

/** Ids of objects under a brush: at least one point is within the radius. */
export function pickUnderBrush(
  things: readonly { readonly id: string; readonly points: readonly Vector3[] }[],
  { x, y }: ScreenPoint,
  radiusPx: number,
  toScreen: (point: Vector3) => ScreenPoint | null,
): string[] {
  return things
    .filter(({ points }) =>
      points.some((point) => {
        const at = toScreen(point);
        return at !== null && Math.hypot(at.x - x, at.y - y) <= radiusPx;
      }),
    )
    .map(({ id }) => id);
}
