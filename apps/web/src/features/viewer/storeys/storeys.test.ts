import { describe, expect, it } from "vitest";
import { findCutRange, findStoreyCut, openStorey, revealHeight, wholeBuilding } from "./storeys.ts";

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

describe("openStorey", () => {
  it("cuts the building open at a storey, and closes it for the whole building", () => {
    expect(openStorey([0, 3], 0)).toEqual({ storey: 0, cutM: findStoreyCut([0, 3], 0) });
    expect(openStorey([0, 3], null)).toEqual(wholeBuilding);
  });
});

describe("revealHeight", () => {
  it("closes the building only if the height is cut off", () => {
    const open = { storey: 0, cutM: 2.2 };
    expect(revealHeight(open, 2)).toBe(open);
    expect(revealHeight(open, 4)).toEqual(wholeBuilding);
    expect(revealHeight(wholeBuilding, 40)).toBe(wholeBuilding);
  });
});
