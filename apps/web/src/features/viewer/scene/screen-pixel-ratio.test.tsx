import { afterEach, expect, it, vi } from "vitest";
import { screenPixelRatio } from "./screen-pixel-ratio.ts";

afterEach(() => vi.unstubAllGlobals());

it.each([
  [1, 1],
  [1.5, 1.5],
  [3, 2],
  // A page at half its size has four times as many CSS pixels as the screen has pixels.
  [0.5, 0.5],
])("of a screen with %d pixels per CSS pixel is %d", (devicePixelRatio, expected) => {
  vi.stubGlobal("devicePixelRatio", devicePixelRatio);
  expect(screenPixelRatio({ pixelRatioMax: 2 })).toBe(expected);
});
