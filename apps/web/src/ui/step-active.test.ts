import { expect, it } from "vitest";
import { stepActive } from "./step-active.ts";

it("starts at the first option going down and at the last going up", () => {
  expect(stepActive(-1, 1, 3)).toBe(0);
  expect(stepActive(-1, -1, 3)).toBe(2);
});

it("goes around at both ends", () => {
  expect(stepActive(2, 1, 3)).toBe(0);
  expect(stepActive(0, -1, 3)).toBe(2);
});

it("stays where it is in an empty list", () => {
  expect(stepActive(-1, 1, 0)).toBe(-1);
});
