import { expect, test } from "vitest";
import { readCsv } from "./csv-text.ts";
import { writeMeasurementsCsv } from "./measurement-table.ts";
import { buildMeasurement } from "./testing/build-measurement.ts";

test("measurements become a table of true values with their uncertainty and unit", () => {
  const measurements = [
    buildMeasurement(
      "distance",
      [
        [0, 0, 0],
        [3, 0, 4],
      ],
      { name: '=HYPERLINK("x")', pointUncertainty: 0.01, scanId: "s1" },
    ),
    buildMeasurement(
      "angle",
      [
        [1, 0, 0],
        [0, 0, 0],
        [0, 1, 0],
      ],
      { name: "Corner, north", pointUncertainty: 0 },
    ),
    buildMeasurement(
      "volume",
      [
        [0, 0, 0],
        [2, 0, 0],
        [2, 0, 2],
        [0, 0, 2],
        [0, 1e-9, 0],
      ],
      { floor: -1 },
    ),
  ];
  const rows = readCsv(writeMeasurementsCsv(measurements, { value: 1.1, uncertainty: 0 }))!;
  expect(rows[0]).toEqual([
    "id",
    "name",
    "type",
    "floor",
    "value",
    "uncertainty",
    "unit",
    "scan",
    "created_at",
    "points",
  ]);
  expect(rows[1]).toEqual([
    "m",
    `'=HYPERLINK("x")`,
    "distance",
    "0",
    "5.5",
    "0.015556",
    "m",
    "s1",
    "",
    "0 0 0; 3.3 0 4.4",
  ]);
  expect(rows[2]?.slice(1, 7)).toEqual(["Corner, north", "angle", "0", "90", "0", "deg"]);
  // Never an exponent.
  expect(rows[3]?.slice(2, 5)).toEqual(["volume", "-1", "0"]);
  expect(rows).toHaveLength(4);
});

test("no column becomes a formula, not even the date; coordinates stay numbers", () => {
  const measurement = buildMeasurement(
    "distance",
    [
      [-1, 0, 0],
      [2, 0, 4],
    ],
    { id: "-1", name: "+1", scanId: "-s", createdAt: '=HYPERLINK("https://x.org")', floor: -2 },
  );
  const [, row] = readCsv(writeMeasurementsCsv([measurement], { value: 1, uncertainty: 0 }))!;
  expect(row?.slice(0, 4)).toEqual(["'-1", "'+1", "distance", "-2"]);
  expect(row?.slice(7)).toEqual(["'-s", `'=HYPERLINK("https://x.org")`, "-1 0 0; 2 0 4"]);
});
