import type { CameraPose, Vector3Tuple } from "../scene/scene.ts";

/**
 * A camera that looks down at a target, over the walls around it, in the direction in which the camera looks now. Metres.
 * @param reachM how much around the target is seen
 */
export function toPoseAbove(target: Vector3Tuple, reachM: number, now: CameraPose): CameraPose {
  const [dx, dz] = [now.position[0] - now.target[0], now.position[2] - now.target[2]];
  const length = Math.hypot(dx, dz);
  // Straight from above there is no direction, so this looks from the south.
  const [sideX, sideZ] = length < 1e-6 ? [0, 1] : [dx / length, dz / length];
  return {
    position: [target[0] + sideX * reachM * 0.6, target[1] + reachM * 1.1, target[2] + sideZ * reachM * 0.6],
    target,
  };
}
