import { expect, test } from "vitest";
import {
  findMainAxis,
  keepAxes,
  snapDirection,
  snapNumber,
  snapToGrid,
  snapToLines,
  snapToPoints,
} from "./snapping.ts";

test("values snap to steps without losing typed values", () => {
  expect(snapNumber(0.31, 0.1)).toBe(0.3);
  expect(snapNumber(-0.36, 0.25)).toBe(-0.25);
  expect(snapNumber(7, 3)).toBe(6);
  expect(snapNumber(1.234, 0)).toBe(1.234);
  expect(snapToGrid([0.31, 1.04, -0.26], 0.1)).toEqual([0.3, 1, -0.3]);
  expect(snapToGrid([1.2, 0, 0], 1, [0.5, 0, 0])).toEqual([1.5, 0, 0]);
});

test("moves snap to axes, lines to angles", () => {
  expect(keepAxes([1, 2, 3], ["x", "z"])).toEqual([1, 0, 3]);
  expect([findMainAxis([-3, 1, 2]), findMainAxis([0, 2, -1]), findMainAxis([1, 0, -2])]).toEqual(["x", "y", "z"]);
  const [x, z] = snapDirection([1, 1], [3, 1.2], Math.PI / 4);
  expect([x, z]).toEqual([expect.closeTo(1 + Math.hypot(2, 0.2), 9), expect.closeTo(1, 9)]);
});

test("points snap to the nearest corner or line within reach, and to nothing beyond", () => {
  expect(
    snapToPoints(
      [0.1, 0],
      [
        [1, 0],
        [0, 0],
      ],
      0.2,
    ),
  ).toEqual([0, 0]);
  expect(
    snapToPoints(
      [0.5, 0],
      [
        [1, 0],
        [0, 0],
      ],
      0.2,
    ),
  ).toBeNull();
  expect(
    snapToLines(
      [2, 0.1],
      [
        [
          [0, 0],
          [4, 0],
        ],
        [
          [5, 5],
          [5, 5],
        ],
      ],
      0.2,
    ),
  ).toEqual([2, 0]);
  expect(
    snapToLines(
      [-1, 0.1],
      [
        [
          [0, 0],
          [4, 0],
        ],
      ],
      0.2,
    ),
  ).toBeNull();
});
