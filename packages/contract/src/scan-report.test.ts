import { expect, it } from "vitest";
import { toGeoreference } from "./scan-report.ts";

const near = { localOrigin: [0, 0, 0] as [number, number, number], unit: "metre", upAxis: "z" } as const;

it("states where a delivered scan lies along the delivered axes, in metres", () => {
  const far = { ...near, localOrigin: [392_040, 5_820_101, 34] as [number, number, number] };
  expect(toGeoreference({ ...far, crs: "EPSG:32633" })).toEqual({
    crs: "EPSG:32633",
    origin: [392_040, 34, -5_820_101],
  });
  expect(toGeoreference({ ...far, upAxis: "y" })).toEqual({ crs: null, origin: [392_040, 5_820_101, 34] });
  expect(toGeoreference({ ...far, upAxis: "-y" })).toEqual({ crs: null, origin: [-392_040, -5_820_101, 34] });
});

it("measures heights in their own unit", () => {
  const feet = { ...near, localOrigin: [1000, 0, 10] as [number, number, number], unit: "foot" } as const;
  expect(toGeoreference({ ...feet, verticalUnit: "metre" })?.origin).toEqual([304.8, 10, 0]);
  expect(toGeoreference(feet)?.origin).toEqual([304.8, 3.048, 0]);
});

it("has no location for a scan near its own zero that names no system, and one for a scan that does", () => {
  expect(toGeoreference(near)).toBeUndefined();
  expect(toGeoreference({ ...near, crs: "EPSG:32633" })).toEqual({ crs: "EPSG:32633", origin: [0, 0, 0] });
});
