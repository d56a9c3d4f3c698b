import { expect, test } from "vitest";
import { measureSpacings } from "./point-spacings.js";

/** A floor of points, every one twice. */
const layFloor = (pitch, left) =>
  Array.from({ length: 1800 }, (_, at) => [left + (at % 30) * pitch, 0, (Math.floor(at / 30) % 30) * pitch]);

test("points are as wide as their surroundings are sparse", () => {
  const spacings = measureSpacings(Float32Array.from([...layFloor(0.01, 0), ...layFloor(0.016, 5)].flat()));
  expect(spacings[500]).toBeCloseTo(0.01, 3);
  expect(spacings[1800 + 500]).toBeCloseTo(0.016, 3);
});
