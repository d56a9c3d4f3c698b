import { expect, it } from "vitest";
import { spreadDiscs } from "./spread-discs.ts";

it("covers discs with points on their planes, and leaves out the sky", () => {
  const { positions, count } = spreadDiscs({
    count: 3,
    centres: Float32Array.from([0, 1, -2, 5, 0, 0, 0, 90, 0]),
    normals: Float32Array.from([0, 0, 1, 0, 1, 0, 0, -1, 0]),
    radii: Float32Array.from([0.5, 0.05, 60]),
  });
  const points = Array.from({ length: count }, (_, at) =>
    Array.from(positions as Float32Array).slice(at * 3, at * 3 + 3),
  );
  const upright = points.slice(0, -1);
  // A circle of 0.5 m, a point every 12 cm.
  expect(upright.length).toBeGreaterThan(40);
  for (const [x, y, z] of upright) {
    expect(z).toBeCloseTo(-2, 5);
    expect(Math.hypot(x!, y! - 1)).toBeLessThanOrEqual(0.5001);
  }
  expect(Math.max(...upright.map(([x]) => x!))).toBeGreaterThan(0.4);
  expect(Math.max(...upright.map(([, y]) => y!))).toBeGreaterThan(1.4);
  expect(points.at(-1)).toEqual([5, 0, 0]);
});
