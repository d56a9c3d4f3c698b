import { expect, test } from "vitest";
import { toRibbon } from "./route-ribbon.ts";

const corners = ({ positions }: ReturnType<typeof toRibbon>) =>
  Array.from({ length: positions.length / 3 }, (_, at) =>
    positions.slice(3 * at, 3 * at + 3).map((value) => Math.round(value * 1_000) / 1_000 + 0),
  );

test("a band has its width, lies above the floor and faces up", () => {
  const ribbon = toRibbon(
    [
      [0, 1, 0],
      [0, 1, -4],
    ],
    0.2,
    0.03,
  );
  expect(corners(ribbon)).toEqual([
    [-0.1, 1.03, 0],
    [0.1, 1.03, 0],
    [-0.1, 1.03, -4],
    [0.1, 1.03, -4],
  ]);
  const [a, b, c] = ribbon.indices.slice(0, 3).map((index) => corners(ribbon)[index]!);
  const up = (b![2]! - a![2]!) * (c![0]! - a![0]!) - (b![0]! - a![0]!) * (c![2]! - a![2]!);
  expect(up).toBeGreaterThan(0);
});

test("a bend keeps the width, and a sharp one has no long tip", () => {
  const right = corners(
    toRibbon(
      [
        [0, 0, 0],
        [0, 0, -2],
        [2, 0, -2],
      ],
      0.2,
      0,
    ),
  );
  expect(right[2]).toEqual([-0.1, 0, -2.1]);
  expect(right[3]).toEqual([0.1, 0, -1.9]);
  const back = corners(
    toRibbon(
      [
        [0, 0, 0],
        [0, 0, -2],
        [0.01, 0, 0],
      ],
      0.2,
      0,
    ),
  );
  for (const [x, , z] of back) {
    expect(Math.abs(x!)).toBeLessThan(0.3);
    expect(z).toBeGreaterThan(-2.3);
  }
});

test("repeated points and a single one break nothing", () => {
  expect(toRibbon([[1, 2, 3]], 0.2, 0).indices).toEqual([]);
  const { positions } = toRibbon(
    [
      [0, 0, 0],
      [0, 0, 0],
      [0, 1, 0],
    ],
    0.2,
    0,
  );
  expect(positions.every(Number.isFinite)).toBe(true);
});
