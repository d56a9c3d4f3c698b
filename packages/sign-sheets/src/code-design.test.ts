import { describe, expect, test } from "vitest";
import { pixelsPerModuleMin, toPixelsPerMm } from "./camera.ts";
import { designCode, toReadableSizes } from "./code-design.ts";
import { testUrl } from "./testing/make-order.ts";

test("a camera sees some 1,480 pixels per metre from a metre away", () => {
  expect(toPixelsPerMm(1_000)).toBeCloseTo(1.478, 3);
  expect(toPixelsPerMm(500)).toBeCloseTo(2.957, 3);
});

describe("a code", () => {
  test("has the highest error correction whose modules stay large enough", () => {
    const levels = [20, 18, 16, 14, 12, 5].map((panelMm) => {
      const code = designCode(testUrl, panelMm * 5, 1_000);
      return [code.errorCorrection, code.moduleMm * toPixelsPerMm(1_000) >= pixelsPerModuleMin];
    });
    expect(levels[0]).toEqual(["H", true]);
    expect(levels.at(-1)).toEqual(["M", false]);
    const order = "HQML";
    const ranks = levels.slice(0, -1).map(([level]) => order.indexOf(String(level)));
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    expect(new Set(ranks).size).toBeGreaterThan(1);
  });

  test("keeps four modules of white around it, and six from two metres on", () => {
    const near = designCode(testUrl, 150, 1_000);
    expect(near.quietZoneMm / near.moduleMm).toBeCloseTo(4);
    const far = designCode(testUrl, 400, 2_000);
    expect(far.quietZoneMm / far.moduleMm).toBeCloseTo(6);
    expect(far.widthMm + 2 * far.quietZoneMm).toBeCloseTo(400);
  });

  test("that is too small tells the width and the distance that would do", () => {
    const code = designCode(testUrl, 52, 5_000);
    const { neededWidthMm, readableFromMm } = toReadableSizes(code, 5_000);
    const scale = neededWidthMm / code.widthMm;
    expect(code.moduleMm * scale * toPixelsPerMm(5_000)).toBeGreaterThanOrEqual(pixelsPerModuleMin);
    expect(code.moduleMm * toPixelsPerMm(readableFromMm)).toBeGreaterThanOrEqual(pixelsPerModuleMin);
    expect(code.moduleMm * toPixelsPerMm(readableFromMm + 2)).toBeLessThan(pixelsPerModuleMin);
  });

  test("is drawn in bars that never touch within a row", () => {
    const { bars, modulesPerSide } = designCode(testUrl, 100, 500);
    for (const [index, [x, y, length]] of bars.entries()) {
      expect(x + length).toBeLessThanOrEqual(modulesPerSide);
      const next = bars[index + 1];
      if (next?.[1] === y) expect(next[0]).toBeGreaterThan(x + length);
    }
  });
});
