import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CameraPose } from "../scene/scene.ts";
import { CameraWatch } from "./camera-watch.ts";

const at = (x: number): CameraPose => ({ position: [x, 1.6, 0], target: [x, 1.6, -1] });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a moving camera is reported at once, then ten times a second, and where it stops", () => {
  const watch = new CameraWatch();
  const told: (number | undefined)[] = [];
  watch.subscribe(() => told.push(watch.read()?.position[0]));
  watch.note(at(1));
  for (let x = 2; x <= 5; x++) watch.note(at(x));
  expect(told).toEqual([1]);
  vi.advanceTimersByTime(100);
  expect(told).toEqual([1, 5]);
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual([1, 5]);
  expect(vi.getTimerCount()).toBe(0);
  watch.note(at(6));
  expect(told).toEqual([1, 5, 6]);
});
