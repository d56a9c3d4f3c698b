import { type MeasurementType, pointsNeeded } from "@blueprint/scene/measurement";
import type { Vector3 } from "@blueprint/scene/vector";

/** What is being drawn. */
export type DraftTask =
  | { readonly kind: "zone" }
  | { readonly kind: "hole" | "split"; readonly zoneId: string }
  | { readonly kind: "measure"; readonly type: MeasurementType };

export interface DraftPoint {
  /** Metres, world frame. */
  readonly at: Vector3;
  readonly scanId: string | null;
  /** Largest deviation of the surface there from the scan as uploaded, metres. */
  readonly errorM: number;
}

/** A drawing that isn't in the document yet. */
export interface Draft {
  readonly task: DraftTask;
  readonly points: readonly DraftPoint[];
  /** Preview of the next point. */
  readonly hover: DraftPoint | null;
  /** For a volume: the base is complete, and only a point at its top is missing. */
  readonly isBaseDone?: boolean;
}

export interface DraftStep {
  readonly draft: Draft;
  /** The drawing is complete and takes no more points. */
  readonly isDone: boolean;
}

export function startDraft(task: DraftTask): Draft {
  return { task, points: [], hover: null };
}

/** Number of points a drawing takes; a null `max` leaves it to the user to finish. */
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

/** Whether it is drawn as a closed outline. */
export function isClosed({ kind, ...task }: DraftTask): boolean {
  return kind === "zone" || kind === "hole" || ("type" in task && (task.type === "area" || task.type === "volume"));
}

/** A volume is drawn in two steps: the outline of its base, then a point at its top. */
export function isBaseOpen({ task, isBaseDone }: Draft): boolean {
  return task.kind === "measure" && task.type === "volume" && isBaseDone !== true;
}

/** Completes the base of a volume. */
export function closeBase(draft: Draft): Draft {
  return { ...draft, isBaseDone: true, hover: null };
}

/** Whether all points share the level of the first. */
export function isLevel({ kind }: DraftTask): boolean {
  return kind !== "measure";
}

/**
 * Adds the next point. Pointing at an outline's first point closes it; a distance ends with its second point unless the
 * user extends the path.
 */
export function addDraftPoint(
  draft: Draft,
  point: DraftPoint,
  { isOnFirst = false, goesOn = false }: { readonly isOnFirst?: boolean; readonly goesOn?: boolean } = {},
): DraftStep {
  if (isOnFirst && isBaseOpen(draft) && canFinish(draft)) return { draft: closeBase(draft), isDone: false };
  if (isOnFirst && isClosed(draft.task) && canFinish(draft)) return { draft, isDone: true };
  const last = draft.points.at(-1);
  // The second click of a double click adds no corner.
  if (last !== undefined && isSamePoint(last.at, point.at)) return { draft, isDone: false };
  const next: Draft = { ...draft, points: [...draft.points, point], hover: null };
  const { min, max } = countPoints(draft.task);
  const isPair = draft.task.kind === "measure" && draft.task.type === "distance" && next.points.length === min;
  const isTop = draft.isBaseDone === true;
  return {
    draft: next,
    isDone: isTop || next.points.length === max || (isPair && draft.points.length === 1 && !goesOn),
  };
}

/** Removes the last point; for a volume with a complete base, reopens the base first. */
export function removeDraftPoint({ isBaseDone, ...draft }: Draft): Draft {
  if (isBaseDone === true) return draft;
  return { ...draft, points: draft.points.slice(0, -1) };
}

export function canFinish(draft: Draft): boolean {
  const { min } = countPoints(draft.task);
  // The top comes after the base.
  return draft.points.length >= (isBaseOpen(draft) ? min - 1 : min);
}

/** The points so far and the preview of the next: drawn and measured as the pointer moves. */
export function listDraftPoints({ points, hover }: Draft): readonly DraftPoint[] {
  const last = points.at(-1);
  return hover === null || (last !== undefined && isSamePoint(last.at, hover.at)) ? points : [...points, hover];
}

const samePointMetres = 1e-4;

function isSamePoint(a: Vector3, b: Vector3): boolean {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) < samePointMetres;
}
