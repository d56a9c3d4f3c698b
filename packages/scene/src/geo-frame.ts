import type { Point2 } from "./scene-field.ts";

/** Location of the world frame on Earth. Degrees, WGS 84; north is clockwise from -z seen from above. */
export interface GeoOrigin {
  readonly latitude: number;
  readonly longitude: number;
  readonly northDegrees: number;
}

const equatorMetres = 6_378_137;
const eccentricitySquared = 6.694379990141316e-3;

/**
 * [x, z] in metres to [longitude, latitude], on the plane tangent to the ellipsoid at the origin. The error over a
 * kilometre is a few centimetres.
 */
export function toLongitudeLatitude([x, z]: Point2, origin: GeoOrigin): Point2 {
  const { cos, sin, eastMetres, northMetres } = getPlane(origin);
  return [origin.longitude + (x * cos + z * sin) / eastMetres, origin.latitude + (x * sin - z * cos) / northMetres];
}

/** Inverse of `toLongitudeLatitude`. */
export function fromLongitudeLatitude([longitude, latitude]: Point2, origin: GeoOrigin): Point2 {
  const { cos, sin, eastMetres, northMetres } = getPlane(origin);
  const east = (longitude - origin.longitude) * eastMetres;
  const north = (latitude - origin.latitude) * northMetres;
  return [east * cos + north * sin, east * sin - north * cos];
}

/** Metres per degree eastward and northward, and the rotation between north and -z. */
function getPlane({ latitude, northDegrees }: GeoOrigin) {
  const radians = Math.PI / 180;
  const sine = Math.sin(latitude * radians);
  const shape = 1 - eccentricitySquared * sine * sine;
  const primeVertical = equatorMetres / Math.sqrt(shape);
  const meridian = (equatorMetres * (1 - eccentricitySquared)) / shape ** 1.5;
  return {
    cos: Math.cos(northDegrees * radians),
    sin: Math.sin(northDegrees * radians),
    eastMetres: primeVertical * Math.cos(latitude * radians) * radians,
    northMetres: meridian * radians,
  };
}
