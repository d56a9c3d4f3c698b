import { expect, it } from "vitest";
import { SpeedMeter } from "./speed-meter.ts";

it("reports nothing before there is data", () => {
  const meter = new SpeedMeter();
  expect(meter.bytesPerSecond(0)).toBeNull();
  meter.note(0, 0);
  meter.note(500, 0);
  expect(meter.bytesPerSecond(1_000)).toBeNull();
});

it("is the mean of the last seconds, even while nothing moves", () => {
  const meter = new SpeedMeter();
  for (let second = 0; second <= 4; second++) meter.note(second * 1_000, second * 100);
  expect(meter.bytesPerSecond(4_000)).toBe(100);
  expect(meter.bytesPerSecond(8_000)).toBe(50);
});

it("forgets old measurements", () => {
  const meter = new SpeedMeter();
  for (let second = 0; second <= 20; second++) meter.note(second * 1_000, second * 10);
  for (let second = 21; second <= 30; second++) meter.note(second * 1_000, 200 + (second - 20) * 1_000);
  expect(meter.bytesPerSecond(30_000)).toBe(1_000);
});

it("starts over when a part has to be sent again", () => {
  const meter = new SpeedMeter();
  meter.note(0, 0);
  meter.note(1_000, 1_000);
  meter.note(2_000, 500);
  expect(meter.bytesPerSecond(2_000)).toBeNull();
  meter.note(3_000, 700);
  expect(meter.bytesPerSecond(3_000)).toBe(200);
});
