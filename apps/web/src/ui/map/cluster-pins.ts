import Supercluster from "supercluster";
import type { GeoPoint } from "./degrees.ts";
import { worldPx } from "./mercator.ts";

/** Pins that would overlap at a zoom, merged into one. */
export interface PinCluster<Pin extends GeoPoint> {
  readonly at: GeoPoint;
  readonly pins: readonly [Pin, ...Pin[]];
}

/** No map zooms in further. */
const zoomMax = 24;

/**
 * Merges pins that would lie within `distancePx` of each other. The same pins at the same zoom always give the same
 * clusters.
 */
export function createPinClusters<Pin extends GeoPoint>(
  pins: readonly Pin[],
  distancePx: number,
): (zoom: number) => PinCluster<Pin>[] {
  const index = new Supercluster<{ pin: Pin }>({ radius: distancePx, extent: worldPx, maxZoom: zoomMax }).load(
    pins.map((pin) => ({
      type: "Feature",
      properties: { pin },
      geometry: { type: "Point", coordinates: [pin.longitude, pin.latitude] },
    })),
  );
  return (zoom) =>
    index.getClusters([-180, -90, 180, 90], zoom).map((found) => {
      const leaves =
        "cluster_id" in found.properties ? index.getLeaves(found.properties.cluster_id, pins.length) : [found];
      const members = leaves.map(({ properties }) => properties.pin) as [Pin, ...Pin[]];
      return { at: toMiddle(members), pins: members };
    });
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
