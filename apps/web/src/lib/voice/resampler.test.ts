import { createRandom } from "@blueprint/scene/testing/random";
import { expect, test } from "vitest";
import { Resampler } from "./resampler.ts";
import { fitTone, makeNoise, makeTone, measureRms } from "./testing/sounds.ts";

const rates = [
  [44_100, 16_000],
  [48_000, 16_000],
  [24_000, 48_000],
  [24_000, 44_100],
  [16_000, 16_000],
  [96_000, 16_000],
  // No common divisor.
  [44_099, 16_001],
] as const;

/** Without the filter's way in. */
function withoutStart(samples: Float32Array): Float32Array {
  return samples.subarray(300);
}

test.each(rates)("a 1 kHz tone keeps its level and its frequency from %i Hz to %i Hz", (fromHz, toHz) => {
  const output = withoutStart(new Resampler(fromHz, toHz).push(makeTone(1_000, fromHz, fromHz)));
  const { amplitude, restRms } = fitTone(output, 1_000, toHz);
  expect(amplitude).toBeCloseTo(0.5, 2);
  // Another frequency would leave nearly everything over.
  expect(20 * Math.log10(measureRms(output) / restRms)).toBeGreaterThan(55);
});

test.each([44_100, 48_000])("what 16 kHz can't hold is at least 40 dB down from %i Hz", (fromHz) => {
  for (const hz of [8_200, 10_000, 15_000]) {
    const tone = makeTone(hz, fromHz, fromHz);
    const output = withoutStart(new Resampler(fromHz, 16_000).push(tone));
    expect(20 * Math.log10(measureRms(output) / measureRms(tone))).toBeLessThan(-40);
  }
});

test.each(rates)("the result doesn't depend on how the input is cut, from %i Hz to %i Hz", (fromHz, toHz) => {
  const noise = makeNoise(5_000, 0.2);
  const whole = new Resampler(fromHz, toHz).push(noise);
  for (let seed = 0; seed < 5; seed++) {
    const random = createRandom(seed);
    const resampler = new Resampler(fromHz, toHz);
    const pieces: number[] = [];
    for (let at = 0; at < noise.length; ) {
      const length = [0, 1, 128, Math.floor(random() * 700)][Math.floor(random() * 4)]!;
      const expected = resampler.countOutput(Math.min(length, noise.length - at));
      const piece = resampler.push(noise.subarray(at, at + length));
      expect(piece).toHaveLength(expected);
      pieces.push(...piece);
      at += length;
    }
    expect(pieces).toEqual([...whole]);
  }
});

test.each(rates)("a second at %i Hz becomes a second at %i Hz", (fromHz, toHz) => {
  expect(new Resampler(fromHz, toHz).push(new Float32Array(fromHz))).toHaveLength(toHz);
});

test("a pulse comes out after the filter's delay of about 1 ms", () => {
  const pulse = new Float32Array(4_800);
  pulse[0] = 1;
  const output = new Resampler(48_000, 16_000).push(pulse);
  const peak = output.indexOf(Math.max(...output));
  expect(peak).toBeGreaterThan(10);
  expect(peak).toBeLessThan(25);
});

test("nothing of an earlier stream is left after a reset", () => {
  const resampler = new Resampler(24_000, 44_100);
  const tone = makeTone(440, 24_000, 1_000);
  const first = resampler.push(tone);
  resampler.push(tone.subarray(0, 77));
  resampler.reset();
  expect(resampler.push(tone)).toEqual(first);
});
