import { describe, expect, it } from "vitest";
import { createFrameBudget } from "./frame-budget.ts";

describe("a frame budget", () => {
  const note = (budget: ReturnType<typeof createFrameBudget>, frameMs: number, times: number) => {
    for (let i = 0; i < times; i++) budget.note(frameMs);
    return budget.current;
  };

  it("halves while frames are slow, down to the least", () => {
    const budget = createFrameBudget(1_500_000, 60_000);
    expect(note(budget, 400, 2)).toBe(750_000);
    expect(note(budget, 400, 30)).toBe(60_000);
  });

  it("does not mind a single slow frame", () => {
    const budget = createFrameBudget(1000, 10);
    for (let i = 0; i < 10; i++) {
      budget.note(700);
      expect(note(budget, 50, 1)).toBe(1000);
    }
  });

  it("falls to the least at once where everything stands still", () => {
    expect(note(createFrameBudget(1000, 10), 2000, 1)).toBe(10);
  });

  it("grows back once frames are quick, up to the most", () => {
    const budget = createFrameBudget(1000, 10);
    note(budget, 400, 6);
    expect(budget.current).toBe(125);
    expect(note(budget, 16, 12)).toBe(188);
    expect(note(budget, 16, 400)).toBe(1000);
  });
});
