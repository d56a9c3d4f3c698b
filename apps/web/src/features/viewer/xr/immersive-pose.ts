import { subtract } from "../camera/camera-pose.ts";
import type { Vector3Tuple } from "../scene/scene.ts";

/** Placement of the user's room in the scene: its floor's centre and its rotation about the vertical. */
export interface RoomPose {
  /** Metres. */
  readonly feet: Vector3Tuple;
  /** Radians, counterclockwise seen from above. */
  readonly yaw: number;
}

/** Rotates the room about the head, which keeps its position in the scene. */
export function turnRoom({ feet, yaw }: RoomPose, head: Vector3Tuple, by: number): RoomPose {
  const [x, , z] = turnAbout(subtract(feet, head), by);
  return { feet: [head[0] + x, feet[1], head[2] + z], yaw: yaw + by };
}

/** Moves the room so that the user stands at a point, wherever they are in the room. */
export function moveRoom({ feet, yaw }: RoomPose, head: Vector3Tuple, to: Vector3Tuple): RoomPose {
  const [x, , z] = subtract(feet, head);
  return { feet: [to[0] + x, to[1], to[2] + z], yaw };
}

function turnAbout([x, y, z]: Vector3Tuple, by: number): Vector3Tuple {
  return [x * Math.cos(by) + z * Math.sin(by), y, z * Math.cos(by) - x * Math.sin(by)];
}
