import { describe, expect, it } from "vitest";
import { SurfaceCells } from "./surface-cells.ts";

type Place = readonly [number, number, number];

/** A rectangle of two triangles. */
const rectangle = (a: Place, b: Place, c: Place, d: Place) => [
  [a, b, c],
  [a, c, d],
];

function cellsOf(triangles: Place[][], side = 8): SurfaceCells {
  const cells = new SurfaceCells({ min: [0, 0, 0], max: [side, side, side] });
  for (const [a, b, c] of triangles) cells.addTriangle(a!, b!, c!);
  return cells;
}

const floor = rectangle([0, 0, 0], [0, 0, 8], [8, 0, 8], [8, 0, 0]) as Place[][];
const wall = rectangle([0, 0, 0], [8, 0, 0], [8, 8, 0], [0, 8, 0]) as Place[][];
const up: Place = [0, 1, 0];

describe("the openness of a surface", () => {
  it("is full for a surface that stands alone, however it is turned", () => {
    expect(cellsOf(floor).findOpenness([4, 0, 4], up)).toBe(1);
    const slope = rectangle([0, 0, 0], [0, 0, 8], [8, 5, 8], [8, 5, 0]) as Place[][];
    expect(cellsOf(slope).findOpenness([4, 2.5, 4], [-0.53, 0.848, 0])).toBe(1);
  });

  it("decreases towards the corner of floor and wall, and is full beyond their reach", () => {
    const cells = cellsOf([...floor, ...wall]);
    const along = [0.02, 0.1, 0.2, 0.4, 0.6, 2].map((z) => cells.findOpenness([4, 0, z], up));
    expect(along).toEqual([...along].sort());
    expect(along[0]).toBeLessThan(0.75);
    expect(along[0]).toBeGreaterThan(0.4);
    expect(along.at(-1)).toBe(1);
    expect(cells.findOpenness([4, 0.02, 0], [0, 0, 1])).toBeCloseTo(along[0]!, 1);
  });

  it("is low below a table, and full on top of it", () => {
    const table = rectangle([3, 0.3, 3], [3, 0.3, 5], [5, 0.3, 5], [5, 0.3, 3]) as Place[][];
    const cells = cellsOf([...floor, ...table]);
    expect(cells.findOpenness([4, 0, 4], up)).toBeLessThan(0.6);
    expect(cells.findOpenness([4, 0.3, 4], up)).toBe(1);
  });

  it("is the same for thin splinters and for the same surface in many pieces", () => {
    const splinters = Array.from({ length: 400 }, (_, at) => {
      const [x, next] = [at / 50, (at + 1) / 50];
      return rectangle([x, 0, 0], [next, 0, 0], [next, 8, 0], [x, 8, 0]);
    }).flat() as Place[][];
    const [whole, pieces] = [cellsOf([...floor, ...wall]), cellsOf([...floor, ...splinters])];
    for (const z of [0.02, 0.3, 0.5])
      expect(pieces.findOpenness([4, 0, z], up)).toBeCloseTo(whole.findOpenness([4, 0, z], up), 1);
  });

  it("is full where surfaces overlap too often to be marked", () => {
    const cells = new SurfaceCells({ min: [0, 0, 0], max: [8, 8, 8] });
    for (let count = 0; count < 500; count++) cells.addTriangle([0, 0, 0], [8, 8, 0], [0, 8, 8]);
    expect(cells.findOpenness([4, 4, 0], [0, 0, 1])).toBe(1);
  });
});
