import { type CsvCell, writeCsv } from "./csv-text.ts";
import { evaluateMeasurement, type Measurement, type MeasurementType } from "./measurement.ts";
import type { Measured } from "./uncertainty.ts";

const heading = [
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
] as const;

const units: Readonly<Record<MeasurementType, string>> = {
  distance: "m",
  height: "m",
  angle: "deg",
  area: "m2",
  volume: "m3",
};

/**
 * Measurements as a table (RFC 4180), in order. Values are true size in metres, square or cubic metres or degrees;
 * uncertainties are standard ones (1 σ). Points are `x y z` in metres, true size, y up, separated by semicolons.
 */
export function writeMeasurementsCsv(measurements: readonly Measurement[], scale: Measured): string {
  return writeCsv([heading, ...measurements.map((measurement) => toRow(measurement, scale))]);
}

function toRow(measurement: Measurement, scale: Measured): CsvCell[] {
  const { id, name, type, floor, scanId, createdAt, points } = measurement;
  const { value, uncertainty } = evaluateMeasurement(measurement, scale);
  const factor = type === "angle" ? 180 / Math.PI : 1;
  return [
    id,
    name,
    type,
    floor,
    toDecimal(value * factor),
    toDecimal(uncertainty * factor),
    units[type],
    scanId ?? "",
    createdAt,
    { asIs: points.map((point) => point.map((part) => toDecimal(part * scale.value)).join(" ")).join("; ") },
  ];
}

/** Rounded to a micrometre, without an exponent, so that spreadsheets in every locale can read it. */
function toDecimal(value: number): number {
  return Number(value.toFixed(6)) + 0;
}
