import { defaultPriceBook, formatCents } from "@blueprint/contract/price-book";
import { describe, expect, test } from "vitest";
import { toPlanRows } from "./prices.ts";

describe("prices", () => {
  test("come from the price book; a yearly plan is 15 % less", () => {
    const shown = (billing: "monthly" | "annual") =>
      toPlanRows(defaultPriceBook, billing).map(({ label, price, isFrom, perYear }) => [label, isFrom, price, perYear]);
    expect(shown("monthly")).toEqual([
      ["Free", false, "$0", null],
      ["Starter", false, "$79", null],
      ["Pro", false, "$199", null],
      ["Enterprise", true, "$399", null],
    ]);
    expect(shown("annual")).toEqual([
      ["Free", false, "$0", null],
      ["Starter", false, "$67.15", "$805.80"],
      ["Pro", false, "$169.15", "$2,029.80"],
      ["Enterprise", true, "$339.15", "$4,069.80"],
    ]);
  });

  test("show cents only if there are any", () => {
    expect([0, 1_500, 9_900, 67_15].map((cents) => formatCents(cents))).toEqual(["$0", "$15", "$99", "$67.15"]);
  });
});
