/** The visible part of a plan: the plan's point at the centre of the view (metres) and the scale. */
export interface PlanWindow {
  readonly x: number;
  readonly z: number;
  readonly pxPerM: number;
}

/** Metres in the scene's frame: x to the right, z down. */
export interface PlanExtent {
  readonly min: readonly [x: number, z: number];
  readonly max: readonly [x: number, z: number];
}

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

const pxPerMMax = 400;
const paddingPx = 32;

/** Width of each side covered by panels, pixels. */
export interface CoveredSides {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

const nothingCovered: CoveredSides = { left: 0, top: 0, bottom: 0 };

/** Fits the whole plan into the uncovered part. */
export function fitPlan(
  { min, max }: PlanExtent,
  { width, height }: PixelSize,
  { left, top, bottom }: CoveredSides = nothingCovered,
): PlanWindow {
  const fit = Math.min(
    Math.max(1, width - left - 2 * paddingPx) / Math.max(0.1, max[0] - min[0]),
    Math.max(1, height - top - bottom - 2 * paddingPx) / Math.max(0.1, max[1] - min[1]),
  );
  const pxPerM = Math.min(pxPerMMax, fit);
  return {
    x: (min[0] + max[0]) / 2 - left / 2 / pxPerM,
    z: (min[1] + max[1]) / 2 - (top - bottom) / 2 / pxPerM,
    pxPerM,
  };
}

/** Zooms while keeping a point of the view (pixels from its centre) in place. */
export function zoomPlan(window: PlanWindow, factor: number, at: { x: number; y: number }, least: number): PlanWindow {
  const pxPerM = Math.min(pxPerMMax, Math.max(least, window.pxPerM * factor));
  const shift = 1 / window.pxPerM - 1 / pxPerM;
  return { x: window.x + at.x * shift, z: window.z + at.y * shift, pxPerM };
}

/** Pans by pixels, but never so far that the plan leaves the centre of the view. */
export function panPlan(window: PlanWindow, dx: number, dy: number, { min, max }: PlanExtent): PlanWindow {
  return {
    ...window,
    x: Math.min(max[0], Math.max(min[0], window.x - dx / window.pxPerM)),
    z: Math.min(max[1], Math.max(min[1], window.z - dy / window.pxPerM)),
  };
}

/** Pixels from the centre of the view. */
export function toPlanPixels(window: PlanWindow, x: number, z: number): { x: number; y: number } {
  return { x: (x - window.x) * window.pxPerM, y: (z - window.z) * window.pxPerM };
}

const scaleLengthsM = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500] as const;

/** A round length for a scale bar of about a hundred pixels, metres. */
export function toScaleLengthM(pxPerM: number): number {
  return scaleLengthsM.findLast((lengthM) => lengthM * pxPerM <= 130) ?? scaleLengthsM[0];
}

/** The storey at a height: the one with the highest floor below it. @param floorsM ascending */
export function findStorey(floorsM: readonly number[], yM: number): number {
  // Objects on a storey may be measured slightly below its floor.
  const slackM = 0.3;
  return Math.max(
    0,
    floorsM.findLastIndex((floorM) => floorM - slackM <= yM),
  );
}
