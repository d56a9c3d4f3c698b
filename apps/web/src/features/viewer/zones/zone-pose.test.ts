import { expect, test } from "vitest";
import { toZonePose } from "./zone-pose.ts";

const zone = {
  outer: [
    [0, 0],
    [8, 0],
    [8, 6],
    [0, 6],
  ] as [number, number][],
  heights: [3, 5] as [number, number],
};

test("a zone is shown whole, from the camera's side and from above", () => {
  const pose = toZonePose(zone, { position: [20, 9, 3], target: [4, 0, 3] });
  expect(pose).toEqual({ position: [10, 14, 3], target: [4, 3, 3] });
});

test("a direction is found from straight above too", () => {
  const pose = toZonePose(zone, { position: [1, 9, 1], target: [1, 0, 1] });
  expect(pose.position).toEqual([4, 14, 9]);
});
