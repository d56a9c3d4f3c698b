import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { figuresPath } from "./figures.js";
import { computeFleet } from "./model.js";
import { describeFleet } from "./print-model.js";

const figures = JSON.parse(readFileSync(figuresPath, "utf8"));

it("docs/scale.md shows what the model computes from the measured figures", () => {
  const text = readFileSync(new URL("../../docs/scale.md", import.meta.url), "utf8");
  expect(text).toContain(describeFleet(figures));
});

it("twice the visits need twice the processors, and are cached better", () => {
  const [one, two] = [1e8, 2e8].map((visitsPerDay) => computeFleet(figures, { visitsPerDay }));
  expect(two.peakVisits).toBeCloseTo(2 * one.peakVisits);
  expect(two.processors.filesWithoutCdn).toBeCloseTo(2 * one.processors.filesWithoutCdn);
  expect(two.cacheHits).toBeGreaterThan(one.cacheHits);
  expect(two.memoryHits).toBeCloseTo(one.memoryHits);
});

it("a memory for all versions misses none, a CDN without visits hits none", () => {
  const all = { places: 1000, versionBytes: 1e3 };
  expect(computeFleet(figures, all).memoryHits).toBeCloseTo(1);
  expect(computeFleet(figures, { visitsPerDay: 1e-6 }).cacheHits).toBeCloseTo(0);
});

it("the most visited places are in memory", () => {
  const { memoryHits } = computeFleet(figures, { places: 1e5, popularity: 0, versionBytes: (64 * 1024 ** 2) / 1e4 });
  expect(memoryHits, "equally popular places: their share").toBeCloseTo(0.1);
  expect(
    computeFleet(figures, { places: 1e5, popularity: 1, versionBytes: (64 * 1024 ** 2) / 1e4 }).memoryHits,
  ).toBeGreaterThan(0.7);
});
