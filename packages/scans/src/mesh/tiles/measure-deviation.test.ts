import { describe, expect, it } from "vitest";
import { createCornerLayout } from "./corner-layout.ts";
import { joinSamples, measureDeviation, sampleSurface } from "./measure-deviation.ts";
import type { TileMesh } from "./tile-mesh.ts";

const layout = createCornerLayout({ uv: false, secondUv: false, normal: false, colour: false });
const grid = { step: 2 ** -12 };

/** Triangles as corners in metres. */
function toMesh(triangles: readonly (readonly [number, number, number])[][]): TileMesh {
  const corners = triangles.flat();
  const rows = Int32Array.from(
    corners.flatMap((corner) => [...corner.map((value) => Math.round(value / grid.step)), 0]),
  );
  return { layout, rows, indices: Uint32Array.from(corners, (_, at) => at) };
}

/** A level square, metres. */
const square = (x: number, y: number, side: number) =>
  [
    [x, y, 0],
    [x, y, side],
    [x + side, y, side],
    [x + side, y, 0],
  ] as const;
const toTriangles = ([a, b, c, d]: readonly (readonly [number, number, number])[]) => [
  [a!, b!, c!],
  [a!, c!, d!],
];

describe("measureDeviation", () => {
  const floor = toTriangles(square(0, 0, 4));
  const table = toTriangles(square(1, 0.7, 1));

  it("finds what the simplified surface lacks", () => {
    const [original, shown] = [toMesh([...floor, ...table]), toMesh(floor)];
    const { shapeM } = measureDeviation(shown, grid, sampleSurface(original, grid), original, 0);
    expect(shapeM).toBeCloseTo(0.7, 3);
  });

  it("finds what the simplified surface adds to the original", () => {
    const [original, shown] = [toMesh(floor), toMesh([...floor, ...table])];
    const { shapeM } = measureDeviation(shown, grid, sampleSurface(original, grid), original, 0);
    expect(shapeM).toBeCloseTo(0.7, 3);
  });

  it("finds how far a flattened ridge stood out, and how far its sides turned", () => {
    const ridge = toMesh([
      ...toTriangles([
        [0, 0, 0],
        [0, 0, 4],
        [2, 0.5, 4],
        [2, 0.5, 0],
      ]),
      ...toTriangles([
        [2, 0.5, 0],
        [2, 0.5, 4],
        [4, 0, 4],
        [4, 0, 0],
      ]),
    ]);
    const { shapeM, normalSine } = measureDeviation(toMesh(floor), grid, sampleSurface(ridge, grid), ridge, 0);
    expect(shapeM).toBeGreaterThan(0.49);
    expect(shapeM).toBeLessThanOrEqual(0.5);
    expect(normalSine).toBeCloseTo(Math.sin(Math.atan(0.25)), 2);
  });

  it("is zero for the same surface with other triangles, and never less than that of its source", () => {
    const halves = toMesh([...toTriangles(square(0, 0, 2)), ...toTriangles(square(2, 0, 2))]);
    const whole = toMesh(
      toTriangles([
        [0, 0, 0],
        [0, 0, 2],
        [4, 0, 2],
        [4, 0, 0],
      ]),
    );
    expect(measureDeviation(whole, grid, sampleSurface(halves, grid), halves, 0).shapeM).toBeLessThan(1e-6);
    expect(measureDeviation(whole, grid, sampleSurface(halves, grid), halves, 0.03).shapeM).toBeCloseTo(0.03, 6);
    expect(measureDeviation(halves, grid, sampleSurface(halves, grid), halves, 0.03).shapeM).toBe(0.03);
  });

  it("merges samples by area and keeps what stands out in the smaller one", () => {
    const parts = [toMesh(floor), toMesh(table)].map((mesh) => sampleSurface(mesh, grid));
    const joined = joinSamples(parts);
    expect(joined.areaM2).toBeCloseTo(17, 3);
    const heights = Array.from({ length: joined.points.length / 6 }, (_, at) => joined.points[at * 6 + 1]!);
    expect(heights.filter((height) => height > 0.5).length / heights.length).toBeCloseTo(1 / 17, 2);
  });

  it("has nothing to compare for surfaces without area", () => {
    const point = toMesh([
      [
        [1, 1, 1],
        [1, 1, 1],
        [1, 1, 1],
      ],
    ]);
    expect(sampleSurface(point, grid).points.length).toBe(0);
    expect(measureDeviation(toMesh(floor), grid, sampleSurface(point, grid), toMesh(floor), 0).shapeM).toBeLessThan(
      1e-6,
    );
  });
});
