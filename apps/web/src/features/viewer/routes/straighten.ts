import type { Vector3Tuple } from "../scene/scene.ts";
import { type BodySpace, passRadiusM } from "./body-space.ts";
import { type FloorProfile, isStepFree } from "./step-free.ts";
import { sampleLine, walkLine } from "./walk-line.ts";

/** A straight line keeps up to this much room on both sides, if the way that it replaces had as much. Metres. */
const comfortM = 0.45;

/** What measures as free room at one point may be a little less beside it. Metres. */
const slackM = 0.02;

/** Points that are this little beside a line are on it. Metres. */
const inLineM = 0.001;

/** A point of a way, with the distance of the nearest wall. Metres. */
export interface WayPoint {
  readonly position: Vector3Tuple;
  readonly clearanceM: number;
}

/** A straight part of a way, with the floor along it. */
export interface Leg {
  readonly from: Vector3Tuple;
  readonly to: Vector3Tuple;
  readonly profile: FloorProfile;
}

/**
 * The same way with straight lines where a walker can take them, each as long as possible. No line comes nearer to a
 * wall than the points that it replaces. Yields often: the caller may pause there.
 * @param stepFree every line must be free of steps
 */
export function* straighten(
  points: readonly WayPoint[],
  space: BodySpace,
  stepFree: boolean,
): Generator<undefined, Leg[]> {
  const legs: Leg[] = [];
  for (let at = 0; at < points.length - 1; ) {
    const { end, profile } = yield* findFarthest(points, at, space, stepFree);
    legs.push({ from: points[at]!.position, to: points[end]!.position, profile });
    at = end;
  }
  return legs;
}

/** The last point that a straight line reaches: looks twice as far each time, then between hit and miss. */
function* findFarthest(points: readonly WayPoint[], at: number, space: BodySpace, stepFree: boolean) {
  const from = points[at]!.position;
  const last = points.length - 1;
  const walk = function* (end: number) {
    const clearanceM = Math.min(comfortM, ...points.slice(at, end + 1).map((point) => point.clearanceM));
    const halfWidthM = Math.max(passRadiusM, clearanceM - slackM);
    const profile = yield* walkLine(space, from, points[end]!.position, halfWidthM);
    return profile !== null && stepFree && !isStepFree(profile) ? null : profile;
  };
  // The lattice has checked its own steps.
  let [end, miss] = [findStraightEnd(points, at), last + 1];
  let profile: FloorProfile | null = null;
  for (let length = 2 * (end - at); end < last && miss > last; length *= 2) {
    const next = Math.min(at + length, last);
    const walked = yield* walk(next);
    if (walked === null) miss = next;
    else [end, profile] = [next, walked];
  }
  while (miss - end > 1 && miss <= last) {
    const middle = (end + miss) >> 1;
    const walked = yield* walk(middle);
    if (walked === null) miss = middle;
    else [end, profile] = [middle, walked];
  }
  return { end, profile: profile ?? sampleLine(space, from, points[end]!.position) };
}

/** The last of the points that are in line with a step of the lattice. */
function findStraightEnd(points: readonly WayPoint[], at: number): number {
  const [x, , z] = points[at]!.position;
  const [nextX, , nextZ] = points[at + 1]!.position;
  const [dx, dz] = [nextX - x, nextZ - z];
  const lengthM = Math.hypot(dx, dz);
  let [end, alongM] = [at + 1, lengthM];
  for (; end < points.length - 1; end++) {
    const [toX, , toZ] = points[end + 1]!.position;
    const awayM = Math.abs(dx * (toZ - z) - dz * (toX - x)) / lengthM;
    const nextM = (dx * (toX - x) + dz * (toZ - z)) / lengthM;
    if (awayM > inLineM || nextM <= alongM) break;
    alongM = nextM;
  }
  return end;
}
