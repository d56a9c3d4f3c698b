import type { GeoPoint } from "./degrees.ts";
import { toWorldPixel } from "./mercator.ts";

/** Pins that would overlap at a zoom, merged into one. */
export interface PinCluster<Pin extends GeoPoint> {
  readonly at: GeoPoint;
  readonly pins: readonly [Pin, ...Pin[]];
}

/**
 * Merges pins within `distancePx` of a cluster's first pin. Follows the order of the pins, so the same pins at the same
 * zoom always give the same clusters.
 */
export function clusterPins<Pin extends GeoPoint>(
  pins: readonly Pin[],
  zoom: number,
  distancePx: number,
): PinCluster<Pin>[] {
  interface Open {
    readonly x: number;
    readonly y: number;
    readonly pins: [Pin, ...Pin[]];
  }
  const clusters: Open[] = [];
  const cells = new Map<string, Open[]>();
  for (const pin of pins) {
    const [x, y] = toWorldPixel(pin, zoom);
    const [column, row] = [Math.floor(x / distancePx), Math.floor(y / distancePx)];
    const near = [-1, 0, 1]
      .flatMap((right) => [-1, 0, 1].flatMap((down) => cells.get(`${column + right} ${row + down}`) ?? []))
      .find((cluster) => Math.hypot(cluster.x - x, cluster.y - y) < distancePx);
    if (near !== undefined) {
      near.pins.push(pin);
      continue;
    }
    const cluster: Open = { x, y, pins: [pin] };
    clusters.push(cluster);
    const cell = `${column} ${row}`;
    cells.set(cell, [...(cells.get(cell) ?? []), cluster]);
  }
  return clusters.map(({ pins: members }) => ({ at: toMiddle(members), pins: members }));
}

/** The smallest box around some points; doesn't cross the 180th meridian. */
export interface GeoBounds {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

export function toBounds(points: readonly [GeoPoint, ...GeoPoint[]]): GeoBounds {
  const latitudes = points.map(({ latitude }) => latitude);
  const longitudes = points.map(({ longitude }) => longitude);
  return {
    south: Math.min(...latitudes),
    west: Math.min(...longitudes),
    north: Math.max(...latitudes),
    east: Math.max(...longitudes),
  };
}

function toMiddle(points: readonly [GeoPoint, ...GeoPoint[]]): GeoPoint {
  if (points.length === 1) return points[0];
  const sum = (pick: (point: GeoPoint) => number) => points.reduce((total, point) => total + pick(point), 0);
  return {
    latitude: sum(({ latitude }) => latitude) / points.length,
    longitude: sum(({ longitude }) => longitude) / points.length,
  };
}
