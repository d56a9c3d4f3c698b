import type { ViewBounds } from "../camera/camera-pose.ts";

/** Height of a cut above a storey's floor: most of the walls, and below usual ceilings. Metres. */
const cutAboveFloorM = 2.2;
/** A slab with the lining of the ceiling under it. */
const slabM = 0.5;
const cutStepM = 0.1;

/** Heights a cut can have, metres. */
export interface CutRange {
  readonly minM: number;
  /** At this height nothing is cut. */
  readonly maxM: number;
}

/** What of a building's height is shown. */
export interface StoreyChoice {
  /** Index of the storey, 0 is the lowest; null for the whole building. */
  readonly storey: number | null;
  /** Height above which the dollhouse shows nothing, metres; null for no cut. */
  readonly cutM: number | null;
}

export const wholeBuilding: StoreyChoice = { storey: null, cutM: null };

/** Heights of a cut through scans; null if they are too flat for one. */
export function findCutRange(bounds: readonly ViewBounds[]): CutRange | null {
  if (bounds.length === 0) return null;
  const lowest = Math.min(...bounds.map(({ min }) => min[1]));
  const highest = Math.max(...bounds.map(({ max }) => max[1]));
  const steps = Math.ceil((highest - lowest) / cutStepM);
  return steps < 5 ? null : { minM: lowest, maxM: lowest + steps * cutStepM };
}

/** Cuts the building open at a storey; null closes it. @param floorsM ascending */
export function openStorey(floorsM: readonly number[], storey: number | null): StoreyChoice {
  return storey === null ? wholeBuilding : { storey, cutM: findStoreyCut(floorsM, storey) };
}

/** Closes the building again if a height is cut off. */
export function revealHeight(choice: StoreyChoice, heightM: number): StoreyChoice {
  return choice.cutM === null || heightM <= choice.cutM ? choice : wholeBuilding;
}

/** Height of the cut that opens a storey: below its ceiling and the next floor. @param floorsM ascending */
export function findStoreyCut(floorsM: readonly number[], storey: number): number {
  const floorM = floorsM[storey]!;
  const next = floorsM[storey + 1];
  return next === undefined ? floorM + cutAboveFloorM : Math.min(floorM + cutAboveFloorM, next - slabM);
}
