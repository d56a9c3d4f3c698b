import { expect, test } from "vitest";
import { formatArea, readTypedArea, toTypedArea } from "./floor-area.ts";

test.each([
  [100, "metric", "100"],
  [100, "imperial", "1076.39"],
  [0.004, "metric", "0"],
  [null, "imperial", ""],
] as const)("%s m² appears in a %s field as “%s”", (area, units, text) => expect(toTypedArea(area, units)).toBe(text));

test("input is read in the field's units", () => {
  expect(readTypedArea(" 1000 ", "imperial")).toBeCloseTo(92.90304, 10);
  expect(readTypedArea("12.5", "metric")).toBe(12.5);
  expect(readTypedArea(" ", "metric")).toBeNull();
  expect(readTypedArea("wide", "metric")).toBeNaN();
});

test("an area is read in the blueprint's units", () => {
  expect(formatArea(1234.5, "metric")).toBe("1,235\u00a0m²");
  expect(formatArea(1, "imperial")).toBe("10.76\u00a0sq ft");
});
