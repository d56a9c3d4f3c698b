import type { Vector3 } from "@blueprint/scene/vector";
import { expect, test } from "vitest";
import { pickInRectangle, pickUnderBrush, toRectangle } from "./pick-in-rectangle.ts";

const toScreen = ([x, y, z]: Vector3) => (z > 0 ? null : { x: x * 10, y: y * 10 });
const things = [
  { id: "in", points: [[1, 1, 0]] as Vector3[] },
  {
    id: "half",
    points: [
      [1, 1, 0],
      [9, 9, 0],
    ] as Vector3[],
  },
  { id: "behind", points: [[1, 1, 1]] as Vector3[] },
  { id: "nowhere", points: [] },
];

test("a rectangle drawn from any corner selects what is completely inside", () => {
  for (const [a, b] of [
    [
      { x: 0, y: 0 },
      { x: 20, y: 20 },
    ],
    [
      { x: 20, y: 0 },
      { x: 0, y: 20 },
    ],
  ] as const) {
    expect(pickInRectangle(things, toRectangle(a, b), toScreen)).toEqual(["in"]);
  }
});

test("a brush selects what it touches", () => {
  expect(pickUnderBrush(things, { x: 90, y: 85 }, 10, toScreen)).toEqual(["half"]);
  expect(pickUnderBrush(things, { x: 50, y: 50 }, 10, toScreen)).toEqual([]);
});
