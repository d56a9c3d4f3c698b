import { Vector3 } from "three";
import { expect, it } from "vitest";
import type { Vector3Tuple } from "../scene/scene.ts";
import { moveRoom, type RoomPose, turnRoom } from "./immersive-pose.ts";

const expectNear = (actual: Vector3Tuple, expected: Vector3Tuple) => {
  for (const axis of [0, 1, 2]) expect(actual[axis]).toBeCloseTo(expected[axis]!, 9);
};
/** Converts a point from the room to the scene, as three.js places objects on the room's floor. */
const toScene = ({ feet, yaw }: RoomPose, point: Vector3Tuple): Vector3Tuple =>
  new Vector3(...point)
    .applyAxisAngle(new Vector3(0, 1, 0), yaw)
    .add(new Vector3(...feet))
    .toArray();
const room = { feet: [10, 0.5, -4], yaw: Math.PI / 6 } as const;
/** A person half a metre from the centre of the room. */
const headInRoom = [0.5, 1.7, -0.2] as const;

it("turns on the spot: the head stays, the room turns around it", () => {
  const head = toScene(room, headInRoom);
  const turned = turnRoom(room, head, -Math.PI / 6);
  expectNear(toScene(turned, headInRoom), head);
  expect(turned.yaw).toBeCloseTo(0, 9);
});

it("moves the person to a spot, not the centre of the room", () => {
  const head = toScene(room, headInRoom);
  const moved = moveRoom(room, head, [2, 1, 3]);
  const [x, y, z] = toScene(moved, headInRoom);
  expectNear([x, y, z], [2, 1 + 1.7, 3]);
});
