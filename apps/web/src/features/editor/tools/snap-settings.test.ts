import { expect, test } from "vitest";
import { findNearCorner, snapCorner, snapShift, snapTurn, startSnap } from "./snap-settings.ts";

const grid = { ...startSnap, gridMetres: 0.25 };

test("a corner snaps to the grid, and keeps its level", () => {
  expect(snapCorner([1.1, 0.3, 1.9], undefined, grid, false)).toEqual([1, 0.3, 2]);
  expect(snapCorner([1.1, 0.3, 1.9], undefined, startSnap, false)).toEqual([1.1, 0.3, 1.9]);
});

test("a straight line runs in steps of 15 degrees from the previous corner", () => {
  const [x, , z] = snapCorner([4, 0, 0.2], [0, 0, 0], grid, true);
  expect(z).toBeCloseTo(0, 9);
  expect(x).toBeCloseTo(Math.hypot(4, 0.2), 9);
});

test("moves and rotations snap to their steps", () => {
  expect(snapShift([0.3, -0.1, 0.62], grid)).toEqual([0.25, -0, 0.5]);
  expect(snapTurn(0.3, startSnap)).toBeCloseTo(Math.PI / 12, 9);
  expect(snapTurn(0.3, { ...startSnap, turnDegrees: 0 })).toBe(0.3);
});

test("the nearest corner within reach is used", () => {
  const corners = [
    { corner: [1, 1] as const, x: 100, y: 100 },
    { corner: [2, 2] as const, x: 106, y: 100 },
  ];
  expect(findNearCorner({ x: 105, y: 101 }, corners, 10)).toEqual([2, 2]);
  expect(findNearCorner({ x: 130, y: 101 }, corners, 10)).toBeNull();
});
