import type { Bounds, ScanReport } from "@blueprint/contract/scan-report";

export type Vector3 = [number, number, number];
export type StartView = ScanReport["startView"];

/** Vertical angle of view of every preview, in radians; a viewer that opens on the start view should use the same. */
export const previewFieldOfView = (50 * Math.PI) / 180;

/** Axes of a camera in world space: right, up, and forward into the picture. */
export interface CameraFrame {
  readonly position: Vector3;
  readonly right: Vector3;
  readonly up: Vector3;
  readonly forward: Vector3;
}

export const subtract = (a: Vector3, b: Vector3): Vector3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
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
  // Looking straight down leaves no horizon; north is then up in the picture.
  const upward: Vector3 = Math.abs(forward[1]) > 0.999 ? [0, 0, -1] : [0, 1, 0];
  const right = normalise(cross(forward, upward));
  return { position: view.position, right, up: cross(right, forward), forward };
}

/** The view from a compass direction and elevation (radians) that shows the whole box as large as it fits. */
export function viewFromOutside(bounds: Bounds, azimuth: number, elevation: number, aspect: number): StartView {
  const target: Vector3 = [0, 1, 2].map((axis) => (bounds.min[axis]! + bounds.max[axis]!) / 2) as Vector3;
  const outward: Vector3 = [
    Math.cos(elevation) * Math.sin(azimuth),
    Math.sin(elevation),
    Math.cos(elevation) * Math.cos(azimuth),
  ];
  const camera = toCameraFrame({
    position: [target[0] + outward[0], target[1] + outward[1], target[2] + outward[2]],
    target,
  });
  const tanY = Math.tan(previewFieldOfView / 2) / 1.06;
  const tanX = tanY * aspect;
  let distance = 0;
  for (let corner = 0; corner < 8; corner++) {
    const offset: Vector3 = [0, 1, 2].map(
      (axis) => ((corner >> axis) & 1 ? 0.5 : -0.5) * (bounds.max[axis]! - bounds.min[axis]!),
    ) as Vector3;
    const depth = dot(offset, camera.forward);
    distance = Math.max(
      distance,
      Math.abs(dot(offset, camera.right)) / tanX - depth,
      Math.abs(dot(offset, camera.up)) / tanY - depth,
    );
  }
  distance = Math.max(distance, 0.05);
  return {
    position: [target[0] + outward[0] * distance, target[1] + outward[1] * distance, target[2] + outward[2] * distance],
    target,
  };
}
