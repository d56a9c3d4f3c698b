import type { Point2 } from "@blueprint/scene/scene-field";
import { snapDirection, snapNumber, snapToGrid } from "@blueprint/scene/snapping";
import type { Vector3 } from "@blueprint/scene/vector";

export const gridSteps = [0, 0.05, 0.1, 0.25, 0.5, 1] as const;
export const turnSteps = [0, 1, 5, 15, 45, 90] as const;

/** Snap settings for dragging and drawing. A step of 0 is off. */
export interface SnapSettings {
  readonly gridMetres: number;
  readonly turnDegrees: number;
}

export const startSnap: SnapSettings = { gridMetres: 0, turnDegrees: 15 };

/** Shift inverts the setting: straight lines in free mode, free lines in straight mode. */
export function snapCorner(
  point: Vector3,
  before: Vector3 | undefined,
  { gridMetres }: SnapSettings,
  isStraight: boolean,
): Vector3 {
  const [x, y, z] = point;
  if (isStraight && before !== undefined) {
    const [straightX, straightZ] = snapDirection([before[0], before[2]], [x, z], Math.PI / 12);
    return [straightX, y, straightZ];
  }
  const [gridX, , gridZ] = snapToGrid(point, gridMetres);
  return [gridX, y, gridZ];
}

export function snapShift(shift: Vector3, { gridMetres }: SnapSettings): Vector3 {
  return [snapNumber(shift[0], gridMetres), snapNumber(shift[1], gridMetres), snapNumber(shift[2], gridMetres)];
}

export function snapTurn(radians: number, { turnDegrees }: SnapSettings): number {
  return snapNumber(radians, (turnDegrees * Math.PI) / 180);
}

/** The nearest corner of another object within reach of a point, in screen pixels. */
export function findNearCorner(
  at: { readonly x: number; readonly y: number },
  corners: readonly { readonly corner: Point2; readonly x: number; readonly y: number }[],
  reachPx: number,
): Point2 | null {
  let best: Point2 | null = null;
  let nearest = reachPx;
  for (const { corner, x, y } of corners) {
    const distance = Math.hypot(x - at.x, y - at.y);
    if (distance <= nearest) [best, nearest] = [corner, distance];
  }
  return best;
}
