import type { Quaternion } from "@blueprint/scene/scene-field";

/** The turn about the vertical that a rotation holds, radians; scans stand upright, so there is no other. */
export function toYaw([, y, , w]: Quaternion): number {
  return 2 * Math.atan2(y, w);
}

export function toYawRotation(radians: number): Quaternion {
  return [0, Math.sin(radians / 2), 0, Math.cos(radians / 2)];
}
