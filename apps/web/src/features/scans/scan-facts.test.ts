import { expect, test } from "vitest";
import { formatBounds, toCountFacts } from "./scan-facts.ts";

test("a bounding box is shown as its three sides in the file's unit", () => {
  expect(formatBounds({ min: [-1, 0, 2], max: [11.34, 3.1, 10.25] }, "metre")).toBe("12.3 × 3.10 × 8.25 m");
  expect(formatBounds({ min: [0, 0, 0], max: [1_200, 30, 5] }, "foot")).toBe("1,200 × 30.0 × 5.00 ft");
});

test("only counted values are shown", () => {
  expect(toCountFacts({ points: 342_000 })).toEqual([{ label: "Points", value: "342,000" }]);
  expect(toCountFacts({ widthPx: 8192, heightPx: 4096 })).toEqual([{ label: "Pixels", value: "8,192 × 4,096" }]);
  expect(toCountFacts({})).toEqual([]);
});
