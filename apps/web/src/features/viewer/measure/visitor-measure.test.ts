import { expect, test } from "vitest";
import {
  addMeasurePoint,
  countMissingPoints,
  refineMeasurePoint,
  removeMeasurePoint,
  startMeasure,
  type VisitorMeasureType,
} from "./visitor-measure.ts";

const build = (type: VisitorMeasureType, count: number) =>
  Array.from({ length: count }, (_, at) => ({ point: [at, 0, 0] as const, errorM: 0 })).reduce(
    (measure, hit) => addMeasurePoint(measure, hit, "mesh"),
    startMeasure(type),
  );

test("a distance and an area continue; after a complete height a new one starts", () => {
  expect(build("distance", 4).points).toHaveLength(4);
  expect(build("area", 5).points).toHaveLength(5);
  expect(build("height", 3).points).toEqual([[2, 0, 0]]);
});

test("says how many points are missing, and removes the last one with its surface", () => {
  expect([0, 1, 2, 3].map((count) => countMissingPoints(build("area", count)))).toEqual([3, 2, 1, 0]);
  expect(countMissingPoints(build("distance", 2))).toBe(0);
  const measure = removeMeasurePoint(addMeasurePoint(build("distance", 1), { point: [9, 9, 9], errorM: 0.1 }, "splat"));
  expect(measure).toEqual(build("distance", 1));
});

test("a point moves to finer detail, and the uncertainty shrinks; a removed point stays removed", () => {
  const coarse = { point: [1, 0, 0] as const, errorM: 0.111 };
  const measure = addMeasurePoint(build("distance", 1), coarse, "mesh");
  expect(measure.uncertainties[1]).toBeGreaterThan(0.06);
  const finer = refineMeasurePoint(measure, coarse.point, { point: [1.02, 0, 0], errorM: 0 }, "mesh");
  expect(finer.points[1]).toEqual([1.02, 0, 0]);
  expect(finer.uncertainties[1]).toBe(0.02);
  const without = removeMeasurePoint(measure);
  expect(refineMeasurePoint(without, coarse.point, { point: [1.02, 0, 0], errorM: 0 }, "mesh")).toBe(without);
});
