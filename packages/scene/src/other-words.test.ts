import { describe, expect, it } from "vitest";
import { parseOtherWords } from "./other-words.ts";

describe("a list of other words", () => {
  it("has a name and what it is also called on each line", () =>
    expect(parseOtherWords("Toilets: loo, WC\n\n  Blue whale :  the big fish,\n")).toEqual({
      entries: [
        { name: "Toilets", others: ["loo", "WC"] },
        { name: "Blue whale", others: ["the big fish"] },
      ],
      badLines: [],
    }));

  it("names the lines that say nothing", () =>
    expect(parseOtherWords("Toilets\nLift:\n: loo\nLift: , ,\nShop: store: till")).toEqual({
      entries: [{ name: "Shop", others: ["store: till"] }],
      badLines: [1, 2, 3, 4],
    }));

  it("may be empty", () => expect(parseOtherWords("")).toEqual({ entries: [], badLines: [] }));
});
