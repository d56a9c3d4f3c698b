import type { ScanReport } from "@blueprint/contract/scan-report";

export type Vector3 = [number, number, number];
export type StartView = ScanReport["startView"];

/** Vertical field of view of every preview, in radians; a viewer that opens on the start view should use the same. */
export const previewFieldOfView = (50 * Math.PI) / 180;

/** Nearer than this, a camera would have all of a single point behind its near clipping plane. Metres. */
export const viewDistanceMinM = 0.1;

/** Axes of a camera in world space: right, up, and forward into the picture. */
export interface CameraFrame {
  readonly position: Vector3;
  readonly right: Vector3;
  readonly up: Vector3;
  readonly forward: Vector3;
}

export const subtract = (a: Vector3, b: Vector3): Vector3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const add = (a: Vector3, b: Vector3, times: number): Vector3 => [
  a[0] + b[0] * times,
  a[1] + b[1] * times,
  a[2] + b[2] * times,
];
export const dot = (a: Vector3, b: Vector3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector3, b: Vector3): Vector3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const normalise = (a: Vector3): Vector3 => {
  const length = Math.hypot(...a) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
};

export function toCameraFrame(view: StartView): CameraFrame {
  const forward = normalise(subtract(view.target, view.position));
  // Looking straight down there is no horizon; north is then up in the picture.
  const upward: Vector3 = Math.abs(forward[1]) > 0.999 ? [0, 0, -1] : [0, 1, 0];
  const right = normalise(cross(forward, upward));
  return { position: view.position, right, up: cross(right, forward), forward };
}

/**
 * The view from a compass direction and elevation (radians) that shows all points (three values each) as large as
 * possible.
 */
export function viewFromOutside(
  points: Float32Array,
  centre: Vector3,
  azimuth: number,
  elevation: number,
  aspect: number,
): StartView {
  const outward: Vector3 = [
    Math.cos(elevation) * Math.sin(azimuth),
    Math.sin(elevation),
    Math.cos(elevation) * Math.cos(azimuth),
  ];
  const camera = toCameraFrame({ position: add(centre, outward, 1), target: centre });
  const tanY = Math.tan(previewFieldOfView / 2) / 1.16;
  const tanX = tanY * aspect;
  // Moving the camera sideways by s requires a distance of max(±(x − s)/tan − depth): the best s balances both sides.
  let [left, rightmost, low, high] = [-Infinity, -Infinity, -Infinity, -Infinity];
  for (let at = 0; at + 2 < points.length; at += 3) {
    const offset = subtract([points[at]!, points[at + 1]!, points[at + 2]!], centre);
    const depth = dot(offset, camera.forward);
    const [x, y] = [dot(offset, camera.right) / tanX, dot(offset, camera.up) / tanY];
    left = Math.max(left, -x - depth);
    rightmost = Math.max(rightmost, x - depth);
    low = Math.max(low, -y - depth);
    high = Math.max(high, y - depth);
  }
  if (!Number.isFinite(left + rightmost + low + high)) [left, rightmost, low, high] = [1, 1, 1, 1];
  const distance = Math.max((left + rightmost) / 2, (low + high) / 2, viewDistanceMinM);
  const target = add(add(centre, camera.right, ((rightmost - left) / 2) * tanX), camera.up, ((high - low) / 2) * tanY);
  return { position: add(target, outward, distance), target };
}
