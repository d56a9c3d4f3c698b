import type { LengthUnit, UpAxis } from "@blueprint/contract/scan-report";

const namedUnits: readonly (readonly [metres: number, unit: LengthUnit])[] = [
  [1, "metre"],
  [0.01, "centimetre"],
  [0.001, "millimetre"],
  [0.0254, "inch"],
  [0.3048, "foot"],
];

/** UsdGeom defaults: centimetres, y up. */
export function toUsdUnit(fields: Readonly<Record<string, unknown>>): {
  readonly unit: LengthUnit;
  /** Scale factor from the layer to `unit`. */
  readonly factor: number;
  readonly upAxis: UpAxis;
} {
  const declared = Number(fields.metersPerUnit ?? 0.01);
  const metres = Number.isFinite(declared) && declared > 0 ? declared : 0.01;
  const upAxis = String(fields.upAxis).replace(/"/g, "").toUpperCase() === "Z" ? "z" : "y";
  const named = namedUnits.find(([known]) => Math.abs(known - metres) < known * 1e-6);
  return named === undefined ? { unit: "metre", factor: metres, upAxis } : { unit: named[1], factor: 1, upAxis };
}
