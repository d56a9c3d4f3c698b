import { expect, it } from "vitest";
import { FrameTimes } from "./frame-times.ts";

it("returns the median and the slow end of the last frames", () => {
  const times = new FrameTimes();
  expect(times.summarise()).toBeNull();
  for (let i = 0; i < 500; i++) times.note(1000);
  for (let i = 0; i < 120; i++) times.note(i % 10 === 0 ? 50 : 16);
  expect(times.summarise()).toEqual({ medianMs: 16, p95Ms: 50, frames: 120 });
});
