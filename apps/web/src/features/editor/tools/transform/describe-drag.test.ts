import { expect, test } from "vitest";
import { describeDrag } from "./describe-drag.ts";

const done = { shift: [1.25, 0, -0.4], turn: -Math.PI / 12, scale: 1.2 } as const;

test.each([
  ["x", "x +1.25\u00a0m"],
  ["z", "z −0.40\u00a0m"],
  ["level", "x +1.25\u00a0m, z −0.40\u00a0m"],
  ["tilt-x", "−15.0°"],
  ["scale", "× 1.20"],
] as const)("a drag of %s shows its distance", (grip, words) => {
  expect(describeDrag({ grip, done }, "metric")).toBe(words);
});

test("shows feet if the team measures in feet", () => {
  expect(describeDrag({ grip: "x", done: { ...done, shift: [0.3048, 0, 0] } }, "imperial")).toBe("x +1.00\u00a0ft");
});
