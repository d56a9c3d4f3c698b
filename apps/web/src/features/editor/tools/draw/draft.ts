import { type MeasurementType, pointsNeeded } from "@blueprint/scene/measurement";
import type { Vector3 } from "@blueprint/scene/vector";

/** What is being drawn, point by point. */
export type DraftTask =
  | { readonly kind: "zone" }
  | { readonly kind: "hole" | "split"; readonly zoneId: string }
  | { readonly kind: "measure"; readonly type: Exclude<MeasurementType, "volume"> };

export interface DraftPoint {
  /** Metres, world frame. */
  readonly at: Vector3;
  readonly scanId: string | null;
}

/** A drawing that is not in the document yet. */
export interface Draft {
  readonly task: DraftTask;
  readonly points: readonly DraftPoint[];
  /** Where the next point would go. */
  readonly hover: DraftPoint | null;
}

export interface DraftStep {
  readonly draft: Draft;
  /** Nothing is missing and nothing more is asked for. */
  readonly isDone: boolean;
}

export function startDraft(task: DraftTask): Draft {
  return { task, points: [], hover: null };
}

/** How many points a drawing needs; where `max` is left open, the person says when it is done. */
export function countPoints(task: DraftTask): { readonly min: number; readonly max: number | null } {
  switch (task.kind) {
    case "zone":
    case "hole":
      return { min: 3, max: null };
    case "split":
      return { min: 2, max: 2 };
    case "measure": {
      const { min, max } = pointsNeeded[task.type];
      return { min, max: min === max ? max : null };
    }
  }
}

/** Drawn as a closed outline. */
export function isClosed({ kind, ...task }: DraftTask): boolean {
  return kind === "zone" || kind === "hole" || ("type" in task && task.type === "area");
}

/** Drawn on one level, that of the first point. */
export function isLevel({ kind }: DraftTask): boolean {
  return kind !== "measure";
}

/**
 * Puts the next point down. Pointing at the first point of an outline closes it; a distance is done with its second
 * point unless the person wants the path to go on.
 */
export function addDraftPoint(
  draft: Draft,
  point: DraftPoint,
  { isOnFirst = false, goesOn = false }: { readonly isOnFirst?: boolean; readonly goesOn?: boolean } = {},
): DraftStep {
  if (isOnFirst && isClosed(draft.task) && canFinish(draft)) return { draft, isDone: true };
  const last = draft.points.at(-1);
  // The second click of a double click is no second corner.
  if (last !== undefined && isSamePlace(last.at, point.at)) return { draft, isDone: false };
  const next: Draft = { ...draft, points: [...draft.points, point], hover: null };
  const { min, max } = countPoints(draft.task);
  const isPair = draft.task.kind === "measure" && draft.task.type === "distance" && next.points.length === min;
  return { draft: next, isDone: next.points.length === max || (isPair && draft.points.length === 1 && !goesOn) };
}

/** Takes the last point back. */
export function removeDraftPoint(draft: Draft): Draft {
  return { ...draft, points: draft.points.slice(0, -1) };
}

export function canFinish({ task, points }: Draft): boolean {
  return points.length >= countPoints(task).min;
}

/** What there is and where the next point would go: what is drawn and measured while the pointer moves. */
export function listDraftPoints({ points, hover }: Draft): readonly DraftPoint[] {
  const last = points.at(-1);
  return hover === null || (last !== undefined && isSamePlace(last.at, hover.at)) ? points : [...points, hover];
}

const samePlaceMetres = 1e-4;

function isSamePlace(a: Vector3, b: Vector3): boolean {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) < samePlaceMetres;
}
