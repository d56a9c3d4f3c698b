import { containsPoint } from "@blueprint/scene/polygon";
import { expect, test } from "vitest";
import { buildFloors, buildOutline, type FlatMesh, findNameSpot } from "./zone-outline.ts";

const hall = {
  id: "hall",
  type: "quiet",
  colour: null,
  heights: [3, 5.5],
  outer: [
    [0, 0],
    [10, 0],
    [10, 2],
    [2, 2],
    [2, 8],
    [0, 8],
  ],
  holes: [],
} as const;

/** Area of triangles that lie flat, square metres. */
function sumArea({ positions, indices }: FlatMesh): number {
  let sum = 0;
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => indices[at + corner]! * 3) as [number, number, number];
    const [abX, abZ] = [positions[b]! - positions[a]!, positions[b + 2]! - positions[a + 2]!];
    const [acX, acZ] = [positions[c]! - positions[a]!, positions[c + 2]! - positions[a + 2]!];
    sum += Math.abs(abX * acZ - abZ * acX) / 2;
  }
  return sum;
}

test("an outline is a ribbon of its width along every edge, on the zone's floor", () => {
  const ribbon = buildOutline([hall], 0.1);
  // Six edges of 36 m, each longer by the width.
  expect(sumArea(ribbon)).toBeCloseTo((36 + 6 * 0.1) * 0.1, 4);
  const heights = ribbon.positions.filter((_, at) => at % 3 === 1);
  expect(Math.min(...heights)).toBeGreaterThan(3);
  expect(Math.max(...heights)).toBeLessThan(3.05);
  expect(Math.min(...buildOutline([hall], 0.1, true).positions.filter((_, at) => at % 3 === 1))).toBeGreaterThan(
    Math.max(...heights),
  );
});

test("a floor covers the zone except its holes", () => {
  const hole = [
    [4, 0.5],
    [5, 0.5],
    [5, 1.5],
    [4, 1.5],
  ] as const;
  expect(sumArea(buildFloors([hall, { ...hall, id: "other", holes: [hole] }]))).toBeCloseTo(32 + 31, 4);
});

test("the name is in the middle of the zone, and inside it even around corners", () => {
  const square = {
    ...hall,
    outer: [
      [0, 0],
      [6, 0],
      [6, 4],
      [0, 4],
    ],
  } as const;
  const [middleX, , middleZ] = findNameSpot(square);
  expect(middleX).toBeCloseTo(3, 5);
  expect(middleZ).toBeCloseTo(2, 5);
  const [x, y, z] = findNameSpot(hall);
  expect(containsPoint(hall, [x, z])).toBe(true);
  expect(y).toBeCloseTo(3.03, 5);
});
