import { spotM } from "@blueprint/contract/visits";
import { findStorey } from "../plans/plan-window.ts";
import type { Vector3Tuple } from "../scene/scene.ts";
import { eyeHeight } from "../walking/walk-physics.ts";

/** The storey on which a person stands, by its index. @param eye the person's eyes @param floorsM heights of the storeys, ascending */
export function toStorey([, y]: Vector3Tuple, floorsM: readonly number[]): number {
  return findStorey(floorsM, y - eyeHeight);
}

/** The spot where a person stands. @param eye the person's eyes @param floorsM heights of the storeys, ascending */
export function toSpot(eye: Vector3Tuple, floorsM: readonly number[]) {
  const [x, , z] = eye;
  const floorM = floorsM[toStorey(eye, floorsM)] ?? 0;
  return { x: Math.floor(x / spotM), z: Math.floor(z / spotM), floorDm: Math.round(floorM * 10) };
}
