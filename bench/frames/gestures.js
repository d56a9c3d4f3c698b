// The path of every viewer: the same gestures of a mouse at the same moments, 20 s long. Half a turn to the right, in,
// half a turn back while looking up and down, and out again.
import { setTimeout as sleep } from "node:timers/promises";

export const pathMs = 20_000;
const stepMs = 16;
const wheelEveryMs = 160;
const wheelPx = 60;
const legs = [
  { untilMs: 7000, kind: "drag", to: ([width, height]) => [0.9 * width, 0.5 * height] },
  { untilMs: 10_000, kind: "wheel", direction: -1 },
  { untilMs: 17_000, kind: "drag", to: ([width, height]) => [0.2 * width, 0.65 * height] },
  { untilMs: pathMs, kind: "wheel", direction: 1 },
];

/** Moves through the scan that a page shows. A page too slow for a step skips to where the path is by then. */
export async function followPath(page, { width, height }) {
  const { mouse } = page;
  const startedAtMs = performance.now();
  const passedMs = () => performance.now() - startedAtMs;
  let at = [0.2 * width, 0.5 * height];
  let legAtMs = 0;
  await mouse.move(...at);
  for (const { untilMs, kind, to, direction } of legs) {
    if (kind === "drag") {
      const [from, end] = [at, to([width, height])];
      await mouse.move(...from);
      await mouse.down();
      while (passedMs() < untilMs) {
        const share = Math.min(1, Math.max(0, (passedMs() - legAtMs) / (untilMs - legAtMs)));
        at = from.map((value, axis) => value + (end[axis] - value) * share);
        await mouse.move(...at);
        await sleep(stepMs);
      }
      await mouse.up();
    } else {
      await mouse.move(width / 2, height / 2);
      while (passedMs() < untilMs) {
        await mouse.wheel(0, direction * wheelPx);
        await sleep(wheelEveryMs);
      }
    }
    legAtMs = untilMs;
  }
}
