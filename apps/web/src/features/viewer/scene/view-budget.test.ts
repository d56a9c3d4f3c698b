import { expect, it } from "vitest";
import { ViewBudget } from "./view-budget.ts";

const desktop = { isPhone: false, memoryGb: 8 };

it("gives one scan everything and several equal shares; a panorama takes none", () => {
  const budget = new ViewBudget(desktop);
  budget.show(["mesh", "panorama"]);
  expect(budget.share).toMatchObject({ cacheBytes: 400e6, splats: { drawn: 1_500_000 } });
  budget.show(["mesh", "panorama", "splat"]);
  expect(budget.share).toMatchObject({ cacheBytes: 200e6, splats: { drawn: 750_000 } });
  budget.show(["splat"]);
  expect(budget.share.cacheBytes).toBe(400e6);
});

it("uses less on a device with little memory", () => {
  const bytesOf = (memoryGb: number | undefined) => new ViewBudget({ isPhone: true, memoryGb }).cacheBytes;
  expect([8, 4, 2, 0.5, undefined].map(bytesOf)).toEqual([180e6, 135e6, 90e6, 90e6, 180e6]);
});

it("halves whenever the graphics card fails, down to an eighth, and says so", () => {
  const budget = new ViewBudget(desktop);
  expect(budget.pixelRatioMax).toBe(2);
  budget.noteShortage();
  expect(budget.cacheBytes).toBe(200e6);
  expect(budget.pixelRatioMax).toBe(1);
  expect(budget.reasons).toContain("the graphics card gave up once");
  for (let i = 0; i < 6; i++) budget.noteShortage();
  expect(budget.cacheBytes).toBe(50e6);
});
