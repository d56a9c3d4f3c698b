import { describe, expect, it } from "vitest";
import { findNearestPoint, toSpread } from "./nearest-point.ts";

const cone = { origin: [0, 0, 0], direction: [0, 0, -1], spread: 0.01, far: 100 } as const;
const toSet = (...points: readonly (readonly number[])[]) => ({
  positions: Float32Array.from(points.flat()),
  count: points.length,
  stride: 3,
  offset: 0,
});

describe("findNearestPoint", () => {
  it("returns the front of two surfaces", () => {
    expect(findNearestPoint(toSet([0, 0, -8], [0.01, 0, -4]), cone)).toEqual({ index: 1, distance: 4 });
  });

  it("returns the point under the pointer among neighbours on one surface", () => {
    expect(findNearestPoint(toSet([0.03, 0, -4.99], [0, 0, -5], [-0.03, 0, -5.01]), cone)?.index).toBe(1);
  });

  it("returns nothing beside the cone, behind the eye or out of reach", () => {
    expect(findNearestPoint(toSet([0.2, 0, -5], [0, 0, 5], [0, 0, -101]), cone)).toBeNull();
  });

  it("reads points interleaved with other values", () => {
    const positions = Uint16Array.from([9, 0, 0, 7, 1, 9, 0, 0, 3, 1]);
    const pick = findNearestPoint({ positions, count: 2, stride: 5, offset: 1 }, { ...cone, direction: [0, 0, 1] });
    expect(pick).toEqual({ index: 1, distance: 3 });
  });
});

describe("toSpread", () => {
  it("covers as many pixels as asked for at any distance", () => {
    // A 90° view, 1000 px high, shows 2 m at a distance of 1 m, so 10 px are 2 cm.
    expect(toSpread(10, 1000, Math.PI / 2)).toBeCloseTo(0.02, 6);
  });
});
