import { distanceBetween } from "../camera/camera-pose.ts";
import type { Vector3Tuple } from "../scene/scene.ts";
import type { FloorProfile } from "./step-free.ts";
import type { Leg } from "./straighten.ts";

/** Points of legs on the floor, without those that a straight line misses by less than a tolerance. Metres. */
export function thinOut(legs: readonly Leg[], toleranceM: number): Vector3Tuple[] {
  return legs.flatMap((leg, at) => {
    const kept = listPoints(leg, toleranceM);
    return at === 0 ? kept : kept.slice(1);
  });
}

/** Length along points; metres. */
export function measureLength(points: readonly Vector3Tuple[]): number {
  return points.reduce((sum, point, at) => (at === 0 ? 0 : sum + distanceBetween(points[at - 1]!, point)), 0);
}

/** The floor along all legs. */
export function joinProfiles(legs: readonly Leg[]): FloorProfile {
  const joined: FloorProfile = { alongM: [], heightM: [] };
  let beforeM = 0;
  for (const [at, { profile }] of legs.entries()) {
    // A leg starts where the one before it ends.
    const from = at === 0 ? 0 : 1;
    joined.alongM.push(...profile.alongM.slice(from).map((along) => beforeM + along));
    joined.heightM.push(...profile.heightM.slice(from));
    beforeM += profile.alongM.at(-1)!;
  }
  return joined;
}

function listPoints({ from, to, profile }: Leg, toleranceM: number): Vector3Tuple[] {
  const last = profile.alongM.length - 1;
  const inner = listBends(profile, 0, last, toleranceM).map((at): Vector3Tuple => {
    const share = profile.alongM[at]! / profile.alongM[last]!;
    return [from[0] + (to[0] - from[0]) * share, profile.heightM[at]!, from[2] + (to[2] - from[2]) * share];
  });
  return [from, ...inner, to];
}

/** Where a profile is farthest from straight, and again on both sides of that. */
function listBends(profile: FloorProfile, first: number, last: number, toleranceM: number): number[] {
  const { alongM, heightM } = profile;
  const slope = (heightM[last]! - heightM[first]!) / (alongM[last]! - alongM[first]! || 1);
  let [farthest, mostM] = [-1, toleranceM];
  for (let at = first + 1; at < last; at++) {
    const awayM = Math.abs(heightM[at]! - heightM[first]! - slope * (alongM[at]! - alongM[first]!));
    if (awayM > mostM) [farthest, mostM] = [at, awayM];
  }
  if (farthest < 0) return [];
  return [
    ...listBends(profile, first, farthest, toleranceM),
    farthest,
    ...listBends(profile, farthest, last, toleranceM),
  ];
}
