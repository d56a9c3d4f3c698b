import { expect, test } from "vitest";
import type { Polygon } from "./polygon.ts";
import type { PointQuality } from "./uncertainty.ts";
import { toRings } from "./zone.ts";
import { measureZone } from "./zone-geometry.ts";

const quality: PointQuality = { pointUncertainty: 0.02, scale: { value: 1.03, uncertainty: 0.004 } };
// The corners of a hall with a shaft in it, then bottom and top, then the scale.
const inputs = [0, 0, 6, 1, 7, 5, 1, 4, 2, 2, 4, 2.5, 3, 3.5, 0.5, 3.25, quality.scale.value];

function measure(values: readonly number[]) {
  const corner = (index: number) => [values[index * 2]!, values[index * 2 + 1]!] as const;
  const polygon: Polygon = { outer: [0, 1, 2, 3].map(corner), holes: [[4, 5, 6].map(corner)] };
  const zone = { ...toRings(polygon), heights: [values[14]!, values[15]!] as const };
  return measureZone(zone, { ...quality, scale: { ...quality.scale, value: values[16]! } });
}

test.each(["area", "volume"] as const)(
  "the uncertainty of the %s of a zone with a hole matches changing each input separately (GUM §5.1)",
  (what) => {
    const step = 1e-6;
    const squared = inputs.map((_, changed) => {
      const at = (by: number) =>
        measure(inputs.map((value, index) => (index === changed ? value + by : value)))[what].value;
      const uncertainty = changed === inputs.length - 1 ? quality.scale.uncertainty : quality.pointUncertainty;
      return (((at(step) - at(-step)) / (2 * step)) * uncertainty) ** 2;
    });
    const known = Math.sqrt(squared.reduce((sum, value) => sum + value, 0));
    expect(measure(inputs)[what].uncertainty).toBeCloseTo(known, 6);
  },
);

test("a hole reduces area and volume", () => {
  const { area, volume } = measure([0, 0, 6, 0, 6, 4, 0, 4, 1, 1, 3, 1, 1, 3, 0, 3, 2]);
  expect(area.value).toBeCloseTo((24 - 2) * 4, 9);
  expect(volume.value).toBeCloseTo((24 - 2) * 3 * 8, 9);
});
