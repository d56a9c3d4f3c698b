import { describe, expect, it } from "vitest";
import { selectNth } from "./select-nth.ts";

describe("selectNth", () => {
  it.each<[string, (index: number) => number]>([
    ["in no order", (index) => (index * 7919) % 1009],
    ["rising", (index) => index],
    ["falling", (index) => -index],
    ["all equal", () => 3],
    ["with few values", (index) => index % 3],
  ])("finds the element that sorting would put there, %s", (_, valueAt) => {
    const values = Float64Array.from({ length: 1009 }, (_value, index) => valueAt(index));
    const sorted = values.toSorted();
    for (const nth of [0, 1, 10, 504, 1007, 1008]) expect(selectNth(values.slice(), nth)).toBe(sorted[nth]);
  });

  it("finds nothing in an empty list", () => {
    expect(selectNth(new Float32Array(0), 0)).toBeUndefined();
    expect(selectNth(new Float32Array(0), -1)).toBeUndefined();
  });
});
