import { expect, test } from "vitest";
import { settleSheet, stepSheet } from "./sheet-height.ts";

const heights = [90, 300, 600] as const;

test("a released sheet comes to rest at the nearest height", () => {
  expect(settleSheet(150, heights, 0)).toBe("peek");
  expect(settleSheet(260, heights, 0)).toBe("half");
  expect(settleSheet(520, heights, 0.2)).toBe("full");
});

test("a flick moves to the next height in its direction", () => {
  expect(settleSheet(310, heights, 1)).toBe("full");
  expect(settleSheet(290, heights, -1)).toBe("peek");
  expect(settleSheet(700, heights, 1)).toBe("full");
});

test("a sheet pulled all the way down closes", () => {
  expect(settleSheet(40, heights, 0)).toBeNull();
  expect(settleSheet(80, heights, -1)).toBeNull();
});

test("steps stop at the lowest and the highest height", () => {
  expect(stepSheet("half", 1)).toBe("full");
  expect(stepSheet("full", 1)).toBe("full");
  expect(stepSheet("peek", -1)).toBe("peek");
});
