import { expect, test } from "vitest";
import { summariseFrames } from "./summarise-frames.js";

test("counts the frames that took longer than 33 ms", () => {
  const times = [0, 16, 32, 48, 98, 114, 130, 146, 162, 362];
  expect(summariseFrames(times)).toEqual({ overShare: 2 / 9, medianMs: 16, p95Ms: 200, frames: 9 });
  // A display of 30 frames a second is not slow.
  expect(summariseFrames([0, 33.3, 66.7, 100]).overShare).toBe(0);
  expect(() => summariseFrames([5])).toThrow("No frame");
});
