import type { ScanKind } from "@blueprint/contract/scan-formats";
import type { ScanHit, Vector3Tuple } from "../viewer.ts";

export const visitorMeasureTypes = ["distance", "height", "area"] as const;
export type VisitorMeasureType = (typeof visitorMeasureTypes)[number];

/** What a visitor measures. It is in this page alone and gone with it. */
export interface VisitorMeasure {
  readonly type: VisitorMeasureType;
  /** Metres, one frame of everything. */
  readonly points: readonly Vector3Tuple[];
  /** What the points were found on, which decides how well they are known. */
  readonly kinds: readonly ScanKind[];
}

const pointsMax: Readonly<Record<VisitorMeasureType, number>> = { distance: 200, height: 2, area: 200 };
const pointsMin: Readonly<Record<VisitorMeasureType, number>> = { distance: 2, height: 2, area: 3 };

export function startMeasure(type: VisitorMeasureType): VisitorMeasure {
  return { type, points: [], kinds: [] };
}

/** With one more point; a height that is whole begins anew. */
export function addMeasurePoint(
  measure: VisitorMeasure,
  { point }: Pick<ScanHit, "point">,
  kind: ScanKind,
): VisitorMeasure {
  const isWhole = measure.points.length >= pointsMax[measure.type];
  const { points, kinds } = isWhole ? startMeasure(measure.type) : measure;
  return { type: measure.type, points: [...points, point], kinds: [...kinds, kind] };
}

export function removeMeasurePoint({ type, points, kinds }: VisitorMeasure): VisitorMeasure {
  return { type, points: points.slice(0, -1), kinds: kinds.slice(0, -1) };
}

/** How many points are missing until there is something to read. */
export function countMissingPoints({ type, points }: VisitorMeasure): number {
  return Math.max(0, pointsMin[type] - points.length);
}
