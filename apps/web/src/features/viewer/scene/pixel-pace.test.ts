import { expect, it } from "vitest";
import { PixelPace } from "./pixel-pace.ts";

/** Simulates frames on a device whose frame time depends on the pixels drawn. @returns the scales it used */
function play(pace: PixelPace, frames: number, toFrameMs: (scale: number, frame: number) => number): number[] {
  const seen = [pace.scale];
  let nowMs = 0;
  for (let frame = 0; frame < frames; frame++) {
    const frameMs = toFrameMs(pace.scale, frame);
    nowMs += frameMs;
    if (pace.note(frameMs, nowMs)) seen.push(pace.scale);
  }
  return seen;
}

// A 60 Hz display delays a late frame to its next refresh: frame times are multiples of its interval.
const beats = [66.8, 50.1, 66.7, 49.9, 66.6, 16.9, 83.4, 50, 66.7, 50.1];

it("draws fewer pixels until the view follows the hand, and stays there", () => {
  const pace = new PixelPace();
  const scales = play(pace, 120, (scale, frame) => Math.max(16.7, beats[frame % beats.length]! * scale ** 2));
  expect(scales).toEqual([1, 0.8, 0.65]);
});

it("ignores one long frame: decoding an image does not mean a slow device", () => {
  expect(play(new PixelPace(), 300, (_, frame) => (frame % 9 === 4 ? 180 : 16.7))).toEqual([1]);
});

it("goes straight to the coarsest when everything stalls", () => {
  expect(play(new PixelPace(), 30, () => 450)).toEqual([1, 0.5]);
});

it("becomes fine again once there is time", () => {
  const pace = new PixelPace();
  expect(play(pace, 20, () => 60)).toEqual([1, 0.8, 0.65, 0.5]);
  expect(play(pace, 2_000, () => 8.3)).toEqual([0.5, 0.65, 0.8, 1]);
});

it("tries a step that proved too slow less and less often", () => {
  // Fast enough at 0.8, but never at 1.
  const scales = play(new PixelPace(), 6_000, (scale) => (scale === 1 ? 55 : 16.7));
  expect(new Set(scales)).toEqual(new Set([1, 0.8]));
  // A hundred seconds: without the growing delay, there would be over twenty changes.
  expect(scales.length).toBeLessThan(12);
});
