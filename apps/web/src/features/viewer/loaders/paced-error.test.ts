import { Matrix4 } from "three";
import { describe, expect, it } from "vitest";
import { ViewBudget } from "../scene/view-budget.ts";
import { chooseErrorTarget, PacedError, restMs } from "./paced-error.ts";

/** Moves the camera for some frames. @returns the last result */
function move(paced: PacedError, frames: number, frameMs: number, startMs = 0): number {
  let error = 0;
  for (let frame = 0; frame < frames; frame++) {
    error = paced.next(new Matrix4().makeTranslation(startMs + frame + 1, 0, 0), startMs + frame * frameMs);
  }
  return error;
}

const fine = { atRest: 1, moving: 2 };
const whole = { atRest: 0, moving: 0 };

describe("PacedError", () => {
  it.each([fine, whole])("grows while the camera moves in slow frames, up to 48 pixels (%o)", (target) => {
    const paced = new PacedError(target);
    expect(move(paced, 6, 80)).toBeGreaterThan(2);
    expect(move(paced, 100, 80, 480)).toBeCloseTo(48, 5);
    expect(paced.isHeldBack).toBe(true);
  });

  it("recovers when frames are fast again, and at once when the camera rests", () => {
    const paced = new PacedError(fine);
    move(paced, 40, 80);
    expect(move(paced, 120, 10, 3200)).toBe(2);
    move(paced, 40, 80, 5000);
    const last = new Matrix4().makeTranslation(5040, 0, 0);
    paced.next(last, 8200);
    expect(paced.next(last, 8200 + restMs)).toBe(1);
    expect(paced.isHeldBack).toBe(false);
  });

  it("omits nothing from a scan shown in full while frames are fast", () => {
    const paced = new PacedError(whole);
    expect(move(paced, 50, 16)).toBe(0);
    expect(paced.isHeldBack).toBe(false);
  });

  it("does not mistake a pause for a slow frame", () => {
    const paced = new PacedError(fine);
    for (let turn = 0; turn < 20; turn++) {
      expect(paced.next(new Matrix4().makeTranslation(turn + 1, 0, 0), turn * 5000)).toBe(2);
    }
  });
});

describe("the error that a scan may have", () => {
  const budget = new ViewBudget({ isPhone: false, memoryGb: 8 });
  const targetOf = (isSolid: boolean, counts: { triangles?: number; points?: number }) =>
    chooseErrorTarget(isSolid, counts, budget.share);

  it("is zero for scans within the limits, until the graphics card runs out of memory", () => {
    const shown = () => [
      targetOf(true, { triangles: 900_000 }),
      targetOf(true, { triangles: 200_000, points: 9e6 }),
      targetOf(false, { points: 4_000_000 }),
      targetOf(false, { points: 1_000_000 }),
    ];
    expect(shown()).toEqual([whole, whole, whole, whole]);
    budget.noteShortage();
    expect(shown()).toEqual([fine, whole, { atRest: 4, moving: 8 }, whole]);
    budget.noteShortage();
    expect(shown()[1]).toEqual(whole);
    budget.noteShortage();
    expect(shown()).toEqual([fine, fine, { atRest: 4, moving: 8 }, { atRest: 4, moving: 8 }]);
  });

  it("is one pixel if the count is unknown", () => {
    expect(targetOf(true, {})).toEqual(fine);
  });
});
