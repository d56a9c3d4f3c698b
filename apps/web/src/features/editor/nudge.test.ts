import { expect, test } from "vitest";
import { addMetres, findNudge } from "./nudge.ts";

const lookingNorth = { position: [0, 1, 5], target: [0, 1, 0] } as const;
const lookingEast = { position: [0, 1, 0], target: [5, 1, 1] } as const;

test.each([
  ["ArrowUp", lookingNorth, [0, 1, 1.95]],
  ["ArrowRight", lookingNorth, [0.05, 1, 2]],
  ["ArrowLeft", lookingNorth, [-0.05, 1, 2]],
  ["ArrowUp", lookingEast, [0.05, 1, 2]],
  ["ArrowRight", lookingEast, [0, 1, 2.05]],
  ["PageUp", lookingEast, [0, 1.05, 2]],
  ["PageDown", lookingNorth, [0, 0.95, 2]],
] as const)("%s moves in the direction the person sees", (key, camera, expected) => {
  const nudge = findNudge(key, false, camera);
  expect(addMetres([0, 1, 2], nudge!)).toEqual(expected);
});

test("a large step is ten times as far", () => {
  expect(findNudge("PageUp", true, lookingNorth)).toEqual([0, 0.5, 0]);
});

test("other keys move nothing", () => {
  expect(findNudge("a", false, lookingNorth)).toBeNull();
});
