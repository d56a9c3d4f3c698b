import type { MeasurementType } from "@blueprint/scene/measurement";
import type { SceneSettings } from "@blueprint/scene/scene-settings";
import type { Measured } from "@blueprint/scene/uncertainty";

type Units = SceneSettings["units"];

export const metresPerFoot = 0.3048;

const powers: Readonly<Record<Exclude<MeasurementType, "angle">, 1 | 2 | 3>> = {
  distance: 1,
  height: 1,
  area: 2,
  volume: 3,
};
const superscripts = { 1: "", 2: "²", 3: "³" } as const;

/**
 * Formats a measurement in the chosen units with its standard uncertainty (1 σ), such as "4.21 m ± 0.03 m". The
 * uncertainty has two digits (one from 3 upwards), the value as many decimals.
 */
export function formatMeasured(
  measured: Measured,
  type: MeasurementType,
  units: Units,
  { withUncertainty = true, language = "en" }: { withUncertainty?: boolean; language?: string } = {},
): string {
  const { factor, unit } = toUnit(type, units);
  const value = measured.value / factor;
  const uncertainty = measured.uncertainty / factor;
  const digits = withUncertainty && uncertainty > 0 ? countDecimals(uncertainty) : 2;
  const format = new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });
  const text = `${format.format(value)}${unit}`;
  return withUncertainty && uncertainty > 0 ? `${text} ± ${format.format(uncertainty)}${unit}` : text;
}

/** Formats a length in metres in the chosen units. */
export function formatLengthIn(metres: number, units: Units): string {
  return formatMeasured({ value: metres, uncertainty: 0 }, "distance", units, { withUncertainty: false });
}

function toUnit(type: MeasurementType, units: Units): { readonly factor: number; readonly unit: string } {
  if (type === "angle") return { factor: Math.PI / 180, unit: "°" };
  const power = powers[type];
  const name = units === "imperial" ? "ft" : "m";
  // A non-breaking space keeps number and unit on one line.
  return { factor: units === "imperial" ? metresPerFoot ** power : 1, unit: `\u00a0${name}${superscripts[power]}` };
}

function countDecimals(uncertainty: number): number {
  const magnitude = Math.floor(Math.log10(uncertainty));
  const leading = uncertainty / 10 ** magnitude;
  return Math.min(4, Math.max(0, (leading < 3 ? 1 : 0) - magnitude));
}
