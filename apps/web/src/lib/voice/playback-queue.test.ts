import { expect, test } from "vitest";
import { toPcm16 } from "./pcm.ts";
import { PlaybackQueue, type PlaybackState } from "./playback-queue.ts";
import { fitTone, makeTone, measureLargestStep, measureRms } from "./testing/sounds.ts";

const sourceHz = 24_000;
const contextHz = 48_000;
const toneHz = 440;
const tone = toPcm16(makeTone(toneHz, sourceHz, sourceHz));
/** What the tone itself goes from a sample to the next, and a little for the fades. */
const stepMax = 0.5 * ((2 * Math.PI * toneHz) / contextHz) * 1.1 + 0.002;

function toCount(ms: number, hz = contextHz): number {
  return (ms * hz) / 1_000;
}

function readFor(queue: PlaybackQueue, count: number, blockCount = 128) {
  const sound = new Float32Array(count);
  const states: PlaybackState[] = [];
  for (let at = 0; at < count; at += blockCount) {
    const state = queue.read(sound.subarray(at, at + blockCount));
    if (state !== states.at(-1)) states.push(state);
  }
  return { sound, states };
}

function join(...parts: readonly Float32Array[]): Float32Array {
  return Float32Array.from(parts.flatMap((part) => [...part]));
}

test.each([
  [48_000, 128],
  [44_100, 128],
  [48_000, 77],
  [16_000, 1],
  [44_100, 1_000],
])("an answer plays from start to end without clicks, at %i Hz in reads of %i frames", (hz, blockCount) => {
  const queue = new PlaybackQueue(hz);
  queue.push(tone);
  queue.end();
  const { sound, states } = readFor(queue, hz * 1.2, blockCount);
  expect(states).toEqual(["playing", "ended"]);
  expect(measureLargestStep(sound)).toBeLessThan(0.5 * ((2 * Math.PI * toneHz) / hz) * 1.1 + 0.005);
  const length = sound.findLastIndex((sample) => sample !== 0) - sound.findIndex((sample) => sample !== 0);
  expect(Math.abs(length - hz)).toBeLessThan(toCount(20, hz));
  const middle = sound.subarray(toCount(20, hz), toCount(980, hz));
  const { amplitude, restRms } = fitTone(middle, toneHz, hz);
  expect(amplitude).toBeCloseTo(0.5, 2);
  expect(20 * Math.log10(measureRms(middle) / restRms)).toBeGreaterThan(40);
});

test("playback waits for 80 ms of sound", () => {
  const queue = new PlaybackQueue(contextHz);
  expect(readFor(queue, 256).states).toEqual(["waiting"]);
  queue.push(tone.subarray(0, toCount(79, sourceHz)));
  const early = readFor(queue, 4_800);
  expect(early.states).toEqual(["waiting"]);
  expect(measureRms(early.sound)).toBe(0);
  queue.push(tone.subarray(0, toCount(1, sourceHz)));
  expect(readFor(queue, 128).states).toEqual(["playing"]);
});

test("a short answer plays once it is complete", () => {
  const queue = new PlaybackQueue(contextHz);
  queue.push(tone.subarray(0, toCount(30, sourceHz)));
  queue.end();
  const { sound, states } = readFor(queue, 4_800);
  expect(states).toEqual(["playing", "ended"]);
  expect(measureRms(sound.subarray(0, toCount(30)))).toBeGreaterThan(0.25);
});

test("an answer without sound ends at once", () => {
  const queue = new PlaybackQueue(contextHz);
  queue.push(new Int16Array(0));
  queue.end();
  expect(readFor(queue, 128).states).toEqual(["ended"]);
});

test("many small pushes play without a gap", () => {
  const queue = new PlaybackQueue(contextHz);
  const parts: Float32Array[] = [];
  const pushMs = 10;
  for (let ms = 0; ms < 1_000; ms += pushMs) {
    queue.push(tone.subarray(toCount(ms, sourceHz), toCount(ms + pushMs, sourceHz)));
    parts.push(readFor(queue, toCount(pushMs), 96).sound);
  }
  const sound = join(...parts);
  expect(measureLargestStep(sound)).toBeLessThan(stepMax);
  const { amplitude, restRms } = fitTone(sound.subarray(toCount(100)), toneHz, contextHz);
  expect(amplitude).toBeCloseTo(0.5, 2);
  expect(restRms).toBeLessThan(0.002);
});

test.each([0, 1, 3, 50])("falls silent within 10 ms of a clear, without a click, %i ms after its start", (ms) => {
  const queue = new PlaybackQueue(contextHz);
  queue.push(tone);
  const before = readFor(queue, toCount(ms + 1), 48).sound;
  queue.clear();
  const { sound: after, states } = readFor(queue, contextHz);
  expect(states).toEqual(["ended"]);
  expect(measureRms(after.subarray(toCount(10)))).toBe(0);
  expect(measureLargestStep(join(before, after))).toBeLessThan(stepMax);
});

test("the next answer plays from its own beginning after a clear", () => {
  const queue = new PlaybackQueue(contextHz);
  queue.push(tone);
  const before = readFor(queue, toCount(50)).sound;
  queue.clear();
  queue.push(tone);
  queue.clear();
  queue.push(tone.subarray(0, tone.length / 2));
  queue.end();
  const { sound: after, states } = readFor(queue, contextHz);
  // It waits for the end of the fade.
  expect(states).toEqual(["waiting", "playing", "ended"]);
  expect(measureLargestStep(join(before, after))).toBeLessThan(stepMax);
  expect(Math.abs(after.findLastIndex((sample) => sample !== 0) - contextHz / 2)).toBeLessThan(toCount(20));
});

test("what has not begun to play is never heard after a clear", () => {
  const queue = new PlaybackQueue(contextHz);
  queue.push(tone.subarray(0, 100));
  queue.clear();
  const { sound, states } = readFor(queue, 4_800);
  expect(states).toEqual(["ended"]);
  expect(measureRms(sound)).toBe(0);
});

test("waits again after an underrun, and recovers without a click", () => {
  const queue = new PlaybackQueue(contextHz);
  // Cut where the tone is far from zero.
  const cut = toCount(100, sourceHz) + 14;
  queue.push(tone.subarray(0, cut));
  const first = readFor(queue, toCount(150));
  expect(first.states).toEqual(["playing", "waiting"]);
  queue.push(tone.subarray(cut, cut + toCount(40, sourceHz)));
  const second = readFor(queue, toCount(20));
  expect(second.states).toEqual(["waiting"]);
  expect(measureRms(second.sound)).toBe(0);
  queue.push(tone.subarray(cut + toCount(40, sourceHz), cut + toCount(200, sourceHz)));
  queue.end();
  const third = readFor(queue, toCount(300));
  expect(third.states).toEqual(["playing", "ended"]);
  expect(measureLargestStep(join(first.sound, second.sound, third.sound))).toBeLessThan(stepMax);
});

test("an answer that follows while the previous one still plays continues it", () => {
  const queue = new PlaybackQueue(contextHz);
  queue.push(tone);
  queue.end();
  const before = readFor(queue, toCount(500)).sound;
  queue.push(tone);
  queue.end();
  const { sound, states } = readFor(queue, contextHz * 2);
  expect(states).toEqual(["playing", "ended"]);
  expect(measureLargestStep(join(before, sound))).toBeLessThan(stepMax);
});
