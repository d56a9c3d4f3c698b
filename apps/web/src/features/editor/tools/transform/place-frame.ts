import type { Vector3 } from "@blueprint/scene/vector";
import type { ScreenPoint, ToolStage } from "../tool-stage.ts";

const armPx = 76;
/** Below it an axis points at the viewer: nobody could drag along it. */
const armPxMin = 18;

export interface Arm {
  readonly grip: "x" | "y" | "z";
  readonly end: ScreenPoint;
}

/** Where the handles around a selection stand on the screen; null hides one. */
export interface FramePlaces {
  readonly middle: ScreenPoint;
  readonly arms: readonly Arm[];
  readonly armMetres: number;
  readonly turn: ScreenPoint | null;
  readonly scale: ScreenPoint | null;
}

/** @returns null where the pivot is not in sight */
export function placeFrame(stage: ToolStage, pivot: Vector3): FramePlaces | null {
  const middle = stage.toScreen(pivot);
  if (middle === null) return null;
  const perMetre = findPixelsPerMetre(stage, pivot, middle);
  if (perMetre === null) return null;
  const armMetres = armPx / perMetre;
  const arms = (["x", "y", "z"] as const).flatMap((grip): Arm[] => {
    const end = stage.toScreen(add(pivot, toAxis(grip, armMetres)));
    return end === null || Math.hypot(end.x - middle.x, end.y - middle.y) < armPxMin ? [] : [{ grip, end }];
  });
  const beside = armMetres * 0.75;
  return {
    middle,
    arms,
    armMetres,
    turn: stage.toScreen(add(pivot, [-beside, 0, beside])),
    scale: stage.toScreen(add(pivot, [beside, 0, beside])),
  };
}

function toAxis(grip: "x" | "y" | "z", length: number): Vector3 {
  return [grip === "x" ? length : 0, grip === "y" ? length : 0, grip === "z" ? length : 0];
}

/** Of the axis that is seen longest, so that arms have one length in space. */
function findPixelsPerMetre(stage: ToolStage, pivot: Vector3, middle: ScreenPoint): number | null {
  const stepMetres = 0.1;
  let longest = 0;
  for (const grip of ["x", "y", "z"] as const) {
    const end = stage.toScreen(add(pivot, toAxis(grip, stepMetres)));
    if (end !== null) longest = Math.max(longest, Math.hypot(end.x - middle.x, end.y - middle.y) / stepMetres);
  }
  return longest > 0 ? longest : null;
}

export function add(a: Vector3, b: Vector3): Vector3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}
