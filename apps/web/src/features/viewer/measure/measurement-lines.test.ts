import type { Vector3 } from "@blueprint/scene/vector";
import { expect, test } from "vitest";
import { findLabelPoint, listSegments } from "./measurement-lines.ts";

const corners: Vector3[] = [
  [0, 0, 0],
  [2, 0, 0],
  [2, 0, 2],
];

test("an area is closed, a path is not", () => {
  expect(listSegments({ type: "area", points: corners })).toHaveLength(3);
  expect(listSegments({ type: "distance", points: corners })).toHaveLength(2);
});

test("a height goes straight up from the lower point", () => {
  const points: Vector3[] = [
    [1, 3, 1],
    [0, 1, 0],
  ];
  expect(listSegments({ type: "height", points })[0]).toEqual([
    [0, 1, 0],
    [0, 3, 0],
  ]);
  expect(findLabelPoint({ type: "height", points })).toEqual([0, 2, 0]);
});

test("a volume has its base, its top and its edges", () => {
  expect(listSegments({ type: "volume", points: [...corners, [0, 2, 0]] })).toHaveLength(9);
});

test("labels are at the corner of an angle and in the middle of lengths and areas", () => {
  expect(findLabelPoint({ type: "angle", points: corners })).toEqual([2, 0, 0]);
  expect(findLabelPoint({ type: "distance", points: corners.slice(0, 2) })).toEqual([1, 0, 0]);
  expect(findLabelPoint({ type: "area", points: corners })[0]).toBeCloseTo(4 / 3, 9);
});
