import { expect, it } from "vitest";
import { rootCube, wordsPerPoint } from "./packed-points.ts";
import { buildOctree } from "./point-octree.ts";

/** @returns the spacing that a leaf with these points declares, grid steps */
function measure(places: readonly (readonly [number, number, number])[]): number {
  const words = new Uint32Array(places.length * wordsPerPoint);
  for (const [at, place] of places.entries()) words.set(place, at * wordsPerPoint);
  const { spacing, children } = buildOctree(words, rootCube);
  expect(children).toHaveLength(0);
  return spacing;
}

/** A tilted floor of 60 × 60 points. */
const toFloor = (stepAt: (row: number, column: number) => readonly [number, number]) =>
  Array.from({ length: 3600 }, (_, at) => {
    const [x, z] = stepAt(at % 60, Math.floor(at / 60));
    return [
      2 ** 24 + Math.round(x),
      2 ** 23 + Math.round(z / 2),
      2 ** 24 + Math.round((z * Math.sqrt(3)) / 2),
    ] as const;
  });

it("declares the pitch of a grid, whatever its size, even if it is no power of two", () => {
  for (const pitch of [9_000, 13_000, 16_384, 25_000]) {
    const grid = toFloor((row, column) => [row * pitch, column * pitch]);
    expect(measure(grid) / pitch).toBeCloseTo(1, 3);
  }
});

it("counts points in the same place once", () => {
  const grid = toFloor((row, column) => [row * 9000, column * 9000]);
  expect(measure([...grid, ...grid, ...grid]) / 9000).toBeCloseTo(1, 3);
});

it("follows the density of unordered points", () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const side = 60 * 10_000;
  const scattered = measure(toFloor(() => [random() * side, random() * side])) / 10_000;
  expect(scattered).toBeGreaterThan(1);
  expect(scattered).toBeLessThan(1.2);
});

it("declares the width of a cell if points have no neighbours", () => {
  expect(measure([[1, 1, 1]])).toBeGreaterThan(0);
  expect(measure(Array.from({ length: 50 }, () => [7, 7, 7] as const))).toBeGreaterThan(0);
});
