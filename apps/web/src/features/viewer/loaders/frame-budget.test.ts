import { describe, expect, it } from "vitest";
import { createFrameBudget } from "./frame-budget.ts";

describe("a frame budget", () => {
  const note = (budget: ReturnType<typeof createFrameBudget>, frameMs: number, times: number) => {
    for (let i = 0; i < times; i++) budget.note(frameMs);
    return budget.current;
  };

  it("halves while frames are slow, down to the minimum", () => {
    const budget = createFrameBudget(1_500_000, 60_000);
    expect(note(budget, 400, 2)).toBe(750_000);
    expect(note(budget, 400, 30)).toBe(60_000);
  });

  it("ignores a single slow frame", () => {
    const budget = createFrameBudget(1000, 10);
    for (let i = 0; i < 10; i++) {
      budget.note(700);
      expect(note(budget, 50, 1)).toBe(1000);
    }
  });

  it("falls to the minimum at once if everything stalls", () => {
    expect(note(createFrameBudget(1000, 10), 2000, 1)).toBe(10);
  });

  it("grows back once frames are quick, up to the maximum", () => {
    const budget = createFrameBudget(1000, 10);
    note(budget, 400, 6);
    expect(budget.current).toBe(125);
    expect(note(budget, 16, 12)).toBe(188);
    expect(note(budget, 16, 400)).toBe(1000);
  });

  it("rises to the maximum while the view is still, and returns once the view moves", () => {
    const budget = createFrameBudget(500_000, 40_000);
    budget.note(2000);
    budget.note(50);
    expect(budget.lift()).toBe(true);
    expect(budget.current).toBe(160_000);
    expect(note(budget, 60, 5)).toBe(160_000);
    expect(budget.lift()).toBe(true);
    expect(budget.current).toBe(500_000);
    expect(budget.isWhole).toBe(true);
    expect(budget.lift()).toBe(false);
    expect(budget.lower()).toBe(true);
    expect(budget.current).toBe(40_000);
    expect(budget.lower()).toBe(false);
  });

  it("rises at rest to what takes a quarter of a second to draw, and no further", () => {
    const budget = createFrameBudget(1_000_000, 40_000);
    note(budget, 900, 1);
    expect(budget.current).toBe(40_000);
    note(budget, 100, 1);
    expect(budget.lift()).toBe(true);
    expect(budget.current).toBe(100_000);
    note(budget, 245, 3);
    expect(budget.lift()).toBe(false);
    expect(budget.current).toBe(100_000);
    expect(budget.isWhole).toBe(false);
  });

  it("is complete only at rest, if frames are quick too", () => {
    const budget = createFrameBudget(1000, 10);
    expect(budget.isWhole).toBe(false);
    expect(budget.lift()).toBe(true);
    expect(budget.isWhole).toBe(true);
    budget.lower();
    expect(budget.isWhole).toBe(false);
    expect(budget.current).toBe(1000);
  });

  it("learns at rest how much it may draw once the view moves", () => {
    const budget = createFrameBudget(1_000_000, 40_000);
    budget.lift();
    expect(note(budget, 600, 1)).toBe(1_000_000);
    budget.lower();
    expect(budget.current).toBe(200_000);
  });
});
