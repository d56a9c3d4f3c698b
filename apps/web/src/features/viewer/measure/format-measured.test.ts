import { expect, test } from "vitest";
import { formatLengthIn, formatMeasured } from "./format-measured.ts";

const plain = (text: string) => text.replaceAll("\u00a0", " ");

test("a value has as many decimals as its uncertainty allows", () => {
  expect(plain(formatMeasured({ value: 4.21345, uncertainty: 0.0283 }, "distance", "metric"))).toBe(
    "4.213 m ± 0.028 m",
  );
  expect(plain(formatMeasured({ value: 4.21345, uncertainty: 0.07 }, "height", "metric"))).toBe("4.21 m ± 0.07 m");
  expect(plain(formatMeasured({ value: 1234.4, uncertainty: 12 }, "area", "metric"))).toBe("1234 m² ± 12 m²");
});

test("lengths, areas and volumes in feet are converted with their exponent", () => {
  expect(plain(formatMeasured({ value: 0.3048, uncertainty: 0.003048 }, "distance", "imperial"))).toBe(
    "1.000 ft ± 0.010 ft",
  );
  expect(plain(formatMeasured({ value: 0.3048 ** 2 * 7, uncertainty: 0 }, "area", "imperial"))).toBe("7.00 ft²");
  expect(plain(formatMeasured({ value: 0.3048 ** 3 * 2, uncertainty: 0 }, "volume", "imperial"))).toBe("2.00 ft³");
  expect(plain(formatLengthIn(3.048, "imperial"))).toBe("10.00 ft");
});

test("angles are in degrees in every system", () => {
  expect(formatMeasured({ value: Math.PI / 2, uncertainty: Math.PI / 180 }, "angle", "imperial")).toBe("90.0° ± 1.0°");
});
