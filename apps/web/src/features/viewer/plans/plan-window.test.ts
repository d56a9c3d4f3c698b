import { describe, expect, it } from "vitest";
import { findStorey, fitPlan, panPlan, toPlanPixels, toScaleLengthM, zoomPlan } from "./plan-window.ts";

const extent = { min: [-2, 0], max: [8, 5] } as const;
const size = { width: 664, height: 900 };

describe("a plan", () => {
  it("fits the window, centred", () => {
    const window = fitPlan(extent, size);
    expect(window).toEqual({ x: 3, z: 2.5, pxPerM: 60 });
    expect(toPlanPixels(window, -2, 0)).toEqual({ x: -300, y: -150 });
  });

  it("fits beside the panels", () => {
    const window = fitPlan(extent, size, { left: 200, top: 100, bottom: 40 });
    expect(window.pxPerM).toBe(40);
    // The centre of the uncovered part is 100 pixels right of the view's centre and 30 below it.
    expect(toPlanPixels(window, 3, 2.5)).toEqual({ x: 100, y: 30 });
  });

  it("of almost no size is not drawn without limits", () => {
    expect(fitPlan({ min: [0, 0], max: [0, 0] }, size).pxPerM).toBeLessThanOrEqual(400);
  });

  it("keeps the point under the pointer while zooming", () => {
    const before = fitPlan(extent, size);
    const at = { x: 120, y: -60 };
    const under = { x: before.x + at.x / before.pxPerM, z: before.z + at.y / before.pxPerM };
    const after = zoomPlan(before, 3, at, 10);
    expect(after.pxPerM).toBe(180);
    expect(toPlanPixels(after, under.x, under.z).x).toBeCloseTo(at.x);
    expect(toPlanPixels(after, under.x, under.z).y).toBeCloseTo(at.y);
    expect(zoomPlan(before, 0.001, at, 10).pxPerM).toBe(10);
    expect(zoomPlan(before, 1000, at, 10).pxPerM).toBe(400);
  });

  it("cannot be pushed out of view", () => {
    const window = panPlan(fitPlan(extent, size), 10_000, -10_000, extent);
    expect([window.x, window.z]).toEqual([-2, 5]);
  });

  it.each([
    [60, 2],
    [400, 0.5],
    [1, 100],
    [0.01, 500],
  ])("at %d px per metre has a scale bar of %d m", (pxPerM, lengthM) => {
    expect(toScaleLengthM(pxPerM)).toBe(lengthM);
  });
});

describe("the storey of a place", () => {
  it("is the one with the highest floor below it", () => {
    const floors = [0, 3, 6.2];
    expect([-0.2, 1.5, 2.9, 4, 9].map((y) => findStorey(floors, y))).toEqual([0, 0, 1, 1, 2]);
    expect(findStorey(floors, -5)).toBe(0);
  });
});
