export type AreaUnits = "metric" | "imperial";

export const areaUnitNames = { metric: "m²", imperial: "sq ft" } as const;

// One square foot, exactly.
const toSquareMetres = { metric: 1, imperial: 0.09290304 } as const;

/** Area for an input field: at most two decimals, so that conversion doesn't suggest false precision. */
export function toTypedArea(squareMetres: number | null, units: AreaUnits): string {
  return squareMetres === null ? "" : String(Math.round((squareMetres / toSquareMetres[units]) * 100) / 100);
}

/** @returns null for an empty field, NaN for invalid input */
export function readTypedArea(typed: string, units: AreaUnits): number | null {
  const text = typed.trim();
  return text === "" ? null : Number(text) * toSquareMetres[units];
}

/** "1,076 sq ft": from a hundred upwards, whole units are precise enough for a floor. */
export function formatArea(squareMetres: number, units: AreaUnits, language = "en"): string {
  const area = squareMetres / toSquareMetres[units];
  return `${area.toLocaleString(language, { maximumFractionDigits: area < 100 ? 2 : 0 })}\u00a0${areaUnitNames[units]}`;
}
