import type { ConversionProgress } from "@blueprint/contract/scan-report";
import { expect, it } from "vitest";
import { createProgressTracker } from "./progress.ts";

function track() {
  let nowMs = 0;
  const seen: ConversionProgress[] = [];
  const tracker = createProgressTracker(
    [
      ["checking", 10],
      ["reading", 40],
      ["writing", 50],
    ],
    (progress) => seen.push(progress),
    () => nowMs,
  );
  return { tracker, seen, passMs: (ms: number) => (nowMs += ms) };
}

it("combines stages into one fraction that never decreases", () => {
  const { tracker, seen, passMs } = track();
  tracker.enter("checking");
  passMs(200);
  tracker.advance(0.5);
  tracker.enter("reading");
  passMs(200);
  tracker.advance(0.75);
  passMs(200);
  tracker.advance(0.25);
  tracker.enter("writing");
  passMs(200);
  tracker.advance(7);
  expect(seen.map(({ stage, fraction }) => [stage, fraction])).toEqual([
    ["checking", 0],
    ["checking", 0.05],
    ["reading", 0.1],
    ["reading", 0.4],
    ["reading", 0.4],
    ["writing", 0.5],
    ["writing", 1],
  ]);
});

it("states the time left only once it can be estimated", () => {
  const { tracker, seen, passMs } = track();
  tracker.enter("checking");
  passMs(5000);
  tracker.advance(0.1);
  tracker.advance(0.2);
  passMs(5000);
  tracker.enter("reading");
  expect(seen.map((progress) => progress.secondsLeft)).toEqual([undefined, undefined, 90]);
});

it("does not flood its listeners", () => {
  const { tracker, seen, passMs } = track();
  tracker.enter("checking");
  for (let step = 0; step < 1000; step++) {
    passMs(1);
    tracker.advance(step / 1000);
  }
  expect(seen.length).toBeLessThanOrEqual(11);
});
