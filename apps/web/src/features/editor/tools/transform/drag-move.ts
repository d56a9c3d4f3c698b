import type { Axis, PlacementMove } from "@blueprint/scene/move-placement";
import type { SpaceMove } from "@blueprint/scene/transform-objects";
import type { Vector3 } from "@blueprint/scene/vector";
import { measureAlong, meetAcross, meetLevel, type SightLine, toAngleAbout, toBearing } from "../sight-line.ts";
import { type SnapSettings, snapShift, snapTurn } from "../snap-settings.ts";

/** What a handle of the gizmo around the selection does. */
export type Grip = "x" | "y" | "z" | "level" | "turn" | "tilt-x" | "tilt-z" | "scale";

/** Axis that a grip turns about; other grips don't turn. */
const turnAxes: Readonly<Partial<Record<Grip, Axis>>> = { "tilt-x": "x", "tilt-z": "z" };

/** A drag of a handle: where it began, and what it has done to the selection since. */
export interface GizmoDrag {
  readonly grip: Grip;
  /** Centre of the selection when the drag began, metres. */
  readonly pivot: Vector3;
  readonly start: SightLine;
  /** Total since the start. */
  readonly done: Required<Pick<SpaceMove, "shift" | "turn" | "scale">>;
}

const axes: Readonly<Record<"x" | "y" | "z", Vector3>> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };
const scaleMin = 0.01;
const scaleMax = 100;

export function startGizmoDrag(grip: Grip, pivot: Vector3, start: SightLine): GizmoDrag {
  return { grip, pivot, start, done: { shift: [0, 0, 0], turn: 0, scale: 1 } };
}

/**
 * Computes the next move so that the whole drag stays on the snap steps, and the updated drag. Null if the pointer
 * gives no usable position; the selection then stays.
 */
export function followGizmoDrag(
  drag: GizmoDrag,
  now: SightLine,
  snap: SnapSettings,
): { readonly drag: GizmoDrag; readonly move: PlacementMove } | null {
  const done = findWhole(drag, now, snap);
  if (done === null) return null;
  const about = turnAxes[drag.grip];
  const move: PlacementMove = {
    shift: subtract(done.shift, drag.done.shift),
    turn: done.turn - drag.done.turn,
    scale: done.scale / drag.done.scale,
    pivot: drag.pivot,
    ...(about === undefined ? {} : { about }),
  };
  return { drag: { ...drag, done }, move };
}

/** Whether a move changes nothing. */
export function isStill({ shift = [0, 0, 0], turn = 0, scale = 1 }: SpaceMove): boolean {
  return shift.every((part) => part === 0) && turn === 0 && scale === 1;
}

function findWhole(
  { grip, pivot, start, done }: GizmoDrag,
  now: SightLine,
  snap: SnapSettings,
): GizmoDrag["done"] | null {
  if (grip === "x" || grip === "y" || grip === "z") {
    const axis = axes[grip];
    const [from, to] = [measureAlong(start, pivot, axis), measureAlong(now, pivot, axis)];
    if (from === null || to === null) return null;
    const along = to - from;
    return { ...done, shift: snapShift([axis[0] * along, axis[1] * along, axis[2] * along], snap) };
  }
  const about = turnAxes[grip];
  if (about !== undefined) {
    const [from, to] = [meetAcross(start, pivot, about), meetAcross(now, pivot, about)];
    if (from === null || to === null) return null;
    const turn = toAngleAbout(about, to, pivot) - toAngleAbout(about, from, pivot);
    return { ...done, turn: snapTurn(toNearTurn(turn), snap) };
  }
  const [from, to] = [meetLevel(start, pivot[1]), meetLevel(now, pivot[1])];
  if (from === null || to === null) return null;
  if (grip === "level") return { ...done, shift: snapShift(subtract(to, from), snap) };
  if (grip === "turn")
    return { ...done, turn: snapTurn(toNearTurn(toBearing(to, pivot) - toBearing(from, pivot)), snap) };
  const [before, after] = [measureLevel(from, pivot), measureLevel(to, pivot)];
  if (before < 1e-6) return null;
  const scale = Math.min(scaleMax, Math.max(scaleMin, after / before));
  return { ...done, scale: Math.round(scale * 100) / 100 };
}

// From -π to π: a drag takes the shorter way round.
function toNearTurn(radians: number): number {
  return Math.atan2(Math.sin(radians), Math.cos(radians));
}

function subtract(a: Vector3, b: Vector3): Vector3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function measureLevel(a: Vector3, b: Vector3): number {
  return Math.hypot(a[0] - b[0], a[2] - b[2]);
}
