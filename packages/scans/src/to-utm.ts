// WGS 84.
const semiMajorM = 6_378_137;
const flattening = 1 / 298.257223563;
const scaleAtMeridian = 0.9996;
const falseEastingM = 500_000;
const falseNorthingSouthM = 10_000_000;

const n = flattening / (2 - flattening);
const rectifyingRadiusM = (semiMajorM / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64);
// Krüger's series to the third power of n: accurate to below a millimetre within a zone and its neighbours.
const alpha = [
  n / 2 - (2 / 3) * n ** 2 + (5 / 16) * n ** 3,
  (13 / 48) * n ** 2 - (3 / 5) * n ** 3,
  (61 / 240) * n ** 3,
] as const;
const conformal = (2 * Math.sqrt(n)) / (1 + n);

/** A zone of the universal transverse Mercator projection on WGS 84. */
export interface UtmZone {
  readonly number: number;
  readonly isSouth: boolean;
}

export function findUtmZone(latitude: number, longitude: number): UtmZone {
  return { number: Math.min(60, Math.floor((longitude + 180) / 6) + 1), isSouth: latitude < 0 };
}

/** `EPSG:32633` for zone 33 in the northern hemisphere. */
export function toEpsgCode({ number, isSouth }: UtmZone): string {
  return `EPSG:${(isSouth ? 32_700 : 32_600) + number}`;
}

/**
 * Projects a WGS 84 location into a zone, not necessarily the one it lies in.
 * @param latitude degrees, @param longitude degrees
 * @returns metres east and north, and the degrees from true north clockwise to the zone's grid north
 */
export function toUtm(
  latitude: number,
  longitude: number,
  { number, isSouth }: UtmZone,
): { readonly eastM: number; readonly northM: number; readonly convergence: number } {
  const phi = (latitude * Math.PI) / 180;
  const fromMeridian = ((longitude - (number * 6 - 183)) * Math.PI) / 180;
  const sine = Math.sin(phi);
  const t = Math.sinh(Math.atanh(sine) - conformal * Math.atanh(conformal * sine));
  const xi = Math.atan2(t, Math.cos(fromMeridian));
  const eta = Math.atanh(Math.sin(fromMeridian) / Math.sqrt(1 + t * t));
  let [along, across] = [xi, eta];
  for (const [index, factor] of alpha.entries()) {
    const order = 2 * (index + 1);
    along += factor * Math.sin(order * xi) * Math.cosh(order * eta);
    across += factor * Math.cos(order * xi) * Math.sinh(order * eta);
  }
  return {
    eastM: falseEastingM + scaleAtMeridian * rectifyingRadiusM * across,
    northM: (isSouth ? falseNorthingSouthM : 0) + scaleAtMeridian * rectifyingRadiusM * along,
    convergence: (Math.atan(Math.tan(fromMeridian) * sine) * 180) / Math.PI,
  };
}
