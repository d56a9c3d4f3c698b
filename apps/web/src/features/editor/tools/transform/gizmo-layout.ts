import type { Vector3 } from "@blueprint/scene/vector";
import type { ScreenPoint, ToolStage } from "../tool-stage.ts";

const armPx = 76;
/** Below this, an axis points at the viewer and can't be dragged along. */
const armPxMin = 18;

export interface Arm {
  readonly grip: "x" | "y" | "z";
  readonly end: ScreenPoint;
}

/** A handle that turns about a horizontal axis, with the quarter circle it moves along. */
export interface Tilt {
  readonly grip: "tilt-x" | "tilt-z";
  readonly at: ScreenPoint;
  readonly arc: readonly ScreenPoint[];
}

/** Screen positions of the handles around a selection; null hides one. */
export interface GizmoLayout {
  readonly middle: ScreenPoint;
  readonly arms: readonly Arm[];
  readonly armMetres: number;
  readonly turn: ScreenPoint | null;
  readonly tilts: readonly Tilt[];
  readonly scale: ScreenPoint | null;
}

/** @returns null if the pivot is out of sight */
export function layOutGizmo(stage: ToolStage, pivot: Vector3): GizmoLayout | null {
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
    tilts: [
      ...listTilt(stage, "tilt-x", (angle) => [0, Math.cos(angle) * armMetres, Math.sin(angle) * armMetres], pivot),
      ...listTilt(stage, "tilt-z", (angle) => [Math.cos(angle) * armMetres, Math.sin(angle) * armMetres, 0], pivot),
    ],
    scale: stage.toScreen(add(pivot, [beside, 0, beside])),
  };
}

const arcSteps = 12;
/** Seen more narrowly than this, an arc lies on its own chord and can't be dragged along. */
const bulgePxMin = 7;

/** Empty for an arc that is out of sight or seen from its edge. */
function listTilt(
  stage: ToolStage,
  grip: Tilt["grip"],
  place: (angle: number) => Vector3,
  pivot: Vector3,
): readonly Tilt[] {
  const arc = Array.from({ length: arcSteps + 1 }, (_, step) =>
    stage.toScreen(add(pivot, place((step / arcSteps) * (Math.PI / 2)))),
  ).filter((point) => point !== null);
  const [first, at, last] = [arc[0], arc[arcSteps / 2], arc[arcSteps]];
  if (first === undefined || at === undefined || last === undefined) return [];
  const chord = Math.hypot(last.x - first.x, last.y - first.y);
  const bulge = Math.abs((last.x - first.x) * (at.y - first.y) - (last.y - first.y) * (at.x - first.x)) / chord;
  return chord > armPxMin && bulge > bulgePxMin ? [{ grip, at, arc }] : [];
}

function toAxis(grip: "x" | "y" | "z", length: number): Vector3 {
  return [grip === "x" ? length : 0, grip === "y" ? length : 0, grip === "z" ? length : 0];
}

/** From the axis that appears longest, so that all arms have the same length in space. */
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
