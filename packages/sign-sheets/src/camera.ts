/**
 * The camera that a sign has to be readable with: a phone's video frame of 1,920 pixels over a horizontal field of
 * view of some 66°, the main camera of common phones. Apps that scan read video, not photos, and nobody zooms first.
 */
const frameWidthPx = 1_920;
const fieldOfViewDegrees = 66;

/** Pixels in the camera's picture per millimetre of a sign that faces it at this distance. */
export function toPixelsPerMm(distanceMm: number): number {
  const frameWidthMm = 2 * Math.tan((fieldOfViewDegrees / 2) * (Math.PI / 180)) * distanceMm;
  return frameWidthPx / frameWidthMm;
}

/**
 * Camera pixels per module from which a code counts as readable. Two are the theoretical least; the third pays for
 * a hand that shakes, a sign that isn't faced squarely, and dim light.
 */
export const pixelsPerModuleMin = 3;
