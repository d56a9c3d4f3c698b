import { describe, expect, it } from "vitest";
import { findCutRange, findStoreyCut } from "./storeys.ts";

describe("findStoreyCut", () => {
  it("cuts a storey below its ceiling and below the next floor", () => {
    expect(findStoreyCut([0, 3, 5.5], 0)).toBeCloseTo(2.2);
    expect(findStoreyCut([0, 3, 5.5], 1)).toBeCloseTo(5);
    expect(findStoreyCut([0, 3, 5.5], 2)).toBeCloseTo(7.7);
  });
});

describe("findCutRange", () => {
  it("spans all visible scans", () => {
    const range = findCutRange([
      { min: [0, -1, 0], max: [1, 2, 1] },
      { min: [0, 0, 0], max: [1, 5.04, 1] },
    ]);
    expect(range?.minM).toBe(-1);
    expect(range?.maxM).toBeGreaterThanOrEqual(5.04);
    expect(range?.maxM).toBeLessThan(5.2);
  });

  it("offers no cut for nothing, or for something flat", () => {
    expect(findCutRange([])).toBeNull();
    expect(findCutRange([{ min: [0, 0, 0], max: [9, 0.3, 9] }])).toBeNull();
  });
});
