import { describe, expect, test } from "vitest";
import {
  calibrateScale,
  type Measured,
  measureAngle,
  measureArea,
  measureDistance,
  measureHeight,
  measurePath,
  measureVolume,
  type PointQuality,
} from "./uncertainty.ts";
import type { Vector3 } from "./vector.ts";

const points: readonly Vector3[] = [
  [0, 0, 0],
  [4, 0.5, 1],
  [5, 1, 6],
  [1, 0.5, 5],
];
const top: Vector3 = [1, 3.2, 1];
const scale: Measured = { value: 1.03, uncertainty: 0.004 };
const quality: PointQuality = { pointUncertainty: 0.02, scale };

type Measure = (given: readonly Vector3[], quality: PointQuality) => Measured;

const measures: readonly [string, Measure, readonly Vector3[]][] = [
  ["a distance", ([a, b], given) => measureDistance(a!, b!, given), points.slice(0, 2)],
  ["a path", measurePath, points],
  ["a height", ([a, b], given) => measureHeight(a!, b!, given), points.slice(0, 2)],
  ["an angle", ([a, b, c], given) => measureAngle(a!, b!, c!, given), points.slice(0, 3)],
  // Coplanar, because Newell's area is exact there.
  ["an area", measureArea, points.map(([x, , z]): Vector3 => [x, 0, z])],
  [
    "a volume",
    (given, known) => measureVolume(given.slice(0, -1), given.at(-1)!, known),
    [...points.map(([x, , z]): Vector3 => [x, 0, z]), top],
  ],
];

describe("uncertainty", () => {
  test.each(measures)("of %s matches changing each input separately (GUM §5.1)", (_, measure, given) => {
    const step = 1e-6;
    let squared = 0;
    for (const index of given.keys()) {
      for (const axis of [0, 1, 2] as const) {
        const at = (by: number) =>
          measure(
            given.map((other, place) =>
              place === index
                ? (other.map((value, part) => (part === axis ? value + by : value)) as unknown as Vector3)
                : other,
            ),
            quality,
          ).value;
        squared += (((at(step) - at(-step)) / (2 * step)) * quality.pointUncertainty) ** 2;
      }
    }
    const scaled = (by: number) => measure(given, { ...quality, scale: { ...scale, value: scale.value + by } }).value;
    squared += (((scaled(step) - scaled(-step)) / (2 * step)) * scale.uncertainty) ** 2;
    expect(measure(given, quality).uncertainty).toBeCloseTo(Math.sqrt(squared), 5);
  });

  test("values describe the venue, not the scan", () => {
    const exact: PointQuality = { pointUncertainty: 0, scale: { value: 2, uncertainty: 0 } };
    expect(measureDistance([0, 0, 0], [3, 0, 4], exact)).toEqual({ value: 10, uncertainty: 0 });
    expect(measureHeight([0, 1, 0], [9, -1, 9], exact).value).toBe(4);
    expect(measureAngle([1, 0, 0], [0, 0, 0], [0, 0, 2], exact).value).toBeCloseTo(Math.PI / 2, 12);
    const square: Vector3[] = [
      [0, 0, 0],
      [3, 0, 0],
      [3, 0, 3],
      [0, 0, 3],
    ];
    expect(measureArea(square, exact).value).toBeCloseTo(36, 12);
    expect(measureVolume(square, [0, 2, 0], exact).value).toBeCloseTo(144, 12);
  });

  test("one known length gives the scale, with the uncertainty of both lengths", () => {
    const found = calibrateScale({ value: 3, uncertainty: 0.003 }, { value: 2, uncertainty: 0.02 });
    expect(found.value).toBe(1.5);
    expect(found.uncertainty).toBeCloseTo(1.5 * Math.hypot(0.001, 0.01), 12);
  });

  test("an angle without sides has no known uncertainty", () => {
    expect(measureAngle([0, 0, 0], [0, 0, 0], [1, 0, 0], quality).uncertainty).toBe(Math.PI);
  });
});
