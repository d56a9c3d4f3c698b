import type { DetailLevel } from "@blueprint/contract/scan-report";
import type { Scan } from "@blueprint/contract/scans";
import { expect, test } from "vitest";
import { describeDetail, formatBounds, toCountFacts } from "./scan-facts.ts";

test("a bounding box is shown as its three sides in the file's unit", () => {
  expect(formatBounds({ min: [-1, 0, 2], max: [11.34, 3.1, 10.25] }, "metre")).toBe("12.3 × 3.10 × 8.25 m");
  expect(formatBounds({ min: [0, 0, 0], max: [1_200, 30, 5] }, "foot")).toBe("1,200 × 30.0 × 5.00 ft");
});

test("only counted values are shown", () => {
  expect(toCountFacts({ points: 342_000 })).toEqual([{ label: "Points", value: "342,000" }]);
  expect(toCountFacts({ widthPx: 8192, heightPx: 4096 })).toEqual([{ label: "Pixels", value: "8,192 × 4,096" }]);
  expect(toCountFacts({})).toEqual([]);
});

test("the levels' distances from the scan are described in words, from the first picture to the finest", () => {
  const describe = (kind: Scan["kind"], ...errorsM: number[]) => {
    const detail: DetailLevel[] = errorsM.map((errorM) => ({ parts: 1, errorM }));
    return describeDetail({ kind, report: { detail } as unknown as Scan["report"] });
  };
  expect(describe("mesh", 0.1358, 0.08, 0)).toBe(
    "Surfaces up to 13.6 cm off at first, exact in the finest of 3 levels.",
  );
  expect(describe("mesh", 0)).toBe("Shown exactly from the first picture on.");
  expect(describe("splat", 1.2, 0)).toBe("Splats up to 1.20 m off at first, exact in the finest of 2 levels.");
  expect(describe("point-cloud", 0.034, 0.0051)).toBe(
    "Points 3.4 cm apart at first, 5.1 mm in the finest of 2 levels.",
  );
  expect(describe("point-cloud", 0.0004)).toBe("Points 0.4 mm apart, in one piece.");
  // Deliveries made before it was written down, and other kinds.
  expect(describe("plan")).toBeNull();
  expect(describeDetail({ kind: "mesh", report: null })).toBeNull();
});
