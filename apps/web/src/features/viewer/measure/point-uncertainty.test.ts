import { expect, test } from "vitest";
import { toPickUncertainty } from "./point-uncertainty.ts";

test("a pick on the finest detail is as certain as its kind of scan", () => {
  expect(toPickUncertainty("point-cloud", 0)).toBe(0.005);
  expect(toPickUncertainty("splat", 0)).toBe(0.05);
  expect(toPickUncertainty(undefined, 0)).toBe(0.02);
});

test("the error of a coarse tile widens it: 111 mm are 64 mm in one standard deviation", () => {
  expect(toPickUncertainty("mesh", 0.111)).toBeCloseTo(Math.hypot(0.02, 0.0641), 4);
  expect(toPickUncertainty("point-cloud", 0.5)).toBeGreaterThan(0.28);
});
