import type { ScanKind } from "@blueprint/contract/scan-formats";
import type { ScanHit, Vector3Tuple } from "../scene/scene.ts";
import { toPickUncertainty } from "./point-uncertainty.ts";

export const visitorMeasureTypes = ["distance", "height", "area"] as const;
export type VisitorMeasureType = (typeof visitorMeasureTypes)[number];

/** A visitor's measurement. It exists in this page only. */
export interface VisitorMeasure {
  readonly type: VisitorMeasureType;
  /** Metres, in the viewer's frame. */
  readonly points: readonly Vector3Tuple[];
  /** Uncertainty of each point, metres, 1 σ. */
  readonly uncertainties: readonly number[];
}

const pointsMax: Readonly<Record<VisitorMeasureType, number>> = { distance: 200, height: 2, area: 200 };
const pointsMin: Readonly<Record<VisitorMeasureType, number>> = { distance: 2, height: 2, area: 3 };

export function startMeasure(type: VisitorMeasureType): VisitorMeasure {
  return { type, points: [], uncertainties: [] };
}

/** Adds a point; a complete height starts over. */
export function addMeasurePoint(
  measure: VisitorMeasure,
  { point, errorM }: Pick<ScanHit, "point" | "errorM">,
  kind: ScanKind,
): VisitorMeasure {
  const isWhole = measure.points.length >= pointsMax[measure.type];
  const { points, uncertainties } = isWhole ? startMeasure(measure.type) : measure;
  return {
    type: measure.type,
    points: [...points, point],
    uncertainties: [...uncertainties, toPickUncertainty(kind, errorM)],
  };
}

/** Moves a point to where finer detail was hit; without that point, nothing changes. */
export function refineMeasurePoint(
  measure: VisitorMeasure,
  former: Vector3Tuple,
  { point, errorM }: Pick<ScanHit, "point" | "errorM">,
  kind: ScanKind,
): VisitorMeasure {
  const at = measure.points.indexOf(former);
  if (at < 0) return measure;
  return {
    type: measure.type,
    points: measure.points.with(at, point),
    uncertainties: measure.uncertainties.with(at, toPickUncertainty(kind, errorM)),
  };
}

export function removeMeasurePoint({ type, points, uncertainties }: VisitorMeasure): VisitorMeasure {
  return { type, points: points.slice(0, -1), uncertainties: uncertainties.slice(0, -1) };
}

/** Number of points still needed for a result. */
export function countMissingPoints({ type, points }: VisitorMeasure): number {
  return Math.max(0, pointsMin[type] - points.length);
}
