import { spotM } from "@blueprint/contract/visits";
import { findStorey } from "../plans/plan-window.ts";
import type { Vector3Tuple } from "../scene/scene.ts";
import { eyeHeight } from "../walking/walk-physics.ts";

/** The spot where a person stands. @param eye the person's eyes @param floorsM heights of the storeys, ascending */
export function toSpot([x, y, z]: Vector3Tuple, floorsM: readonly number[]) {
  const floorM = floorsM[findStorey(floorsM, y - eyeHeight)] ?? 0;
  return { x: Math.floor(x / spotM), z: Math.floor(z / spotM), floorDm: Math.round(floorM * 10) };
}
