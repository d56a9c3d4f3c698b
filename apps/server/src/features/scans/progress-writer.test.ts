import { setTimeout as wait } from "node:timers/promises";
import type { ConversionProgress } from "@blueprint/contract/scan-report";
import { describe, expect, it } from "vitest";
import { ProgressWriter } from "./progress-writer.ts";

const at = (fraction: number): ConversionProgress => ({ stage: "reading", fraction });

describe("ProgressWriter", () => {
  it("writes the first value at once, then only the newest after the pause", async () => {
    const written: { fraction: number; atMs: number }[] = [];
    const writer = new ProgressWriter(60, async ({ fraction }) => {
      written.push({ fraction, atMs: performance.now() });
    });
    for (let step = 1; step <= 50; step++) writer.push(at(step / 100));
    await wait(100);
    expect(written.map(({ fraction }) => fraction)).toEqual([0.01, 0.5]);
    // Timers may fire a millisecond early.
    expect(written[1]!.atMs - written[0]!.atMs).toBeGreaterThan(58);
    await writer.stop();
  });

  it("never writes two at a time, and nothing once it has stopped", async () => {
    let running = 0;
    const written: number[] = [];
    const writer = new ProgressWriter(1, async ({ fraction }) => {
      running++;
      expect(running).toBe(1);
      await wait(10);
      written.push(fraction);
      running--;
    });
    writer.push(at(0.1));
    await wait(2);
    writer.push(at(0.2));
    await writer.stop();
    const countWhenStopped = written.length;
    writer.push(at(0.3));
    await wait(30);
    expect(written).toHaveLength(countWhenStopped);
    expect(written).toEqual([0.1]);
  });
});
