import type { GeoPoint } from "./degrees.ts";

/** The map's world is a square of this side at zoom 0. */
export const worldPx = 512;
const latitudeMax = 85.051_129;

/** Pixels from the world's top left corner in the Web Mercator projection that the map uses. */
export function toWorldPixel({ latitude, longitude }: GeoPoint, zoom: number): readonly [x: number, y: number] {
  const size = worldPx * 2 ** zoom;
  const radians = (Math.min(latitudeMax, Math.max(-latitudeMax, latitude)) * Math.PI) / 180;
  const y = (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2;
  return [((longitude + 180) / 360) * size, y * size];
}
