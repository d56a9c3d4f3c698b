import type { Bounds } from "@blueprint/contract/scan-report";
import { findUtmZone, toUtm, type UtmZone } from "../to-utm.ts";

/** A reference system of longitudes (x) and latitudes (y). */
export interface GeographicSystem {
  /** Degrees per unit of the file: 1 except for radians and gradians. */
  readonly degreesPerUnit: number;
  /** EPSG code, if any. */
  readonly code: number | undefined;
  /** EPSG code of the heights, if the file states one. */
  readonly verticalCode: number | undefined;
}

/** Projects longitudes and latitudes to metres in a UTM zone, which other scans of the same place share. */
export interface GeographicProjection {
  /** Name of the projected system, absent if it has no EPSG code. */
  readonly crs: string | undefined;
  /** Projects x and y of each point in place; heights stay. */
  project(positions: Float64Array): void;
}

interface UtmSeries {
  readonly north: number;
  readonly south?: number;
  readonly firstZone: number;
  readonly lastZone: number;
}

const wgs84: UtmSeries = { north: 32_600, south: 32_700, firstZone: 1, lastZone: 60 };
const etrs89: UtmSeries = { north: 25_800, firstZone: 28, lastZone: 38 };
/** Their ellipsoids differ from that of WGS 84 by less than a millimetre. */
const utmSeries: Partial<Record<number, UtmSeries>> = {
  4326: wgs84,
  4979: wgs84,
  4258: etrs89,
  4937: etrs89,
  4269: { north: 26_900, firstZone: 1, lastZone: 23 },
};

/**
 * @param bounds in the file's own unit
 * @returns undefined if the coordinates can't be longitudes and latitudes, whatever the file claims
 */
export function createGeographicProjection(
  { degreesPerUnit, code, verticalCode }: GeographicSystem,
  bounds: Pick<Bounds, "min" | "max">,
): GeographicProjection | undefined {
  const [west, south, east, north] = [bounds.min[0]!, bounds.min[1]!, bounds.max[0]!, bounds.max[1]!].map(
    (value) => value * degreesPerUnit,
  ) as [number, number, number, number];
  if (!(west >= -180 && east <= 360 && south >= -90 && north <= 90)) return undefined;
  const middle = (west + east) / 2;
  const zone = findUtmZone((south + north) / 2, middle > 180 ? middle - 360 : middle);
  return {
    crs: toCrs(zone, code, verticalCode),
    project: (positions) => {
      for (let at = 0; at < positions.length; at += 3) {
        const { eastM, northM } = toUtm(positions[at + 1]! * degreesPerUnit, positions[at]! * degreesPerUnit, zone);
        positions[at] = eastM;
        positions[at + 1] = northM;
      }
    },
  };
}

function toCrs({ number, isSouth }: UtmZone, code: number | undefined, verticalCode: number | undefined) {
  const series = utmSeries[code ?? 0];
  const base = isSouth ? series?.south : series?.north;
  if (series === undefined || base === undefined || number < series.firstZone || number > series.lastZone) {
    return undefined;
  }
  return `EPSG:${base + number}${verticalCode === undefined ? "" : `+${verticalCode}`}`;
}

/** The box of a box's projected corners. */
export function projectBounds(projection: GeographicProjection, { min, max }: Bounds): Bounds {
  const corners = new Float64Array([min[0], min[1], min[2], max[0], min[1], min[2], min[0], max[1], max[2], ...max]);
  projection.project(corners);
  const along = (axis: number) => [0, 3, 6, 9].map((corner) => corners[corner + axis]!);
  const pick = (choose: (...values: number[]) => number) =>
    [0, 1, 2].map((axis) => choose(...along(axis))) as [number, number, number];
  return { min: pick(Math.min), max: pick(Math.max) };
}
