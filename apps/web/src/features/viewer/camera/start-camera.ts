import { type ScanPlacement, toBlueprintFrame } from "../scans/scan-placement.ts";
import type { Vector3Tuple } from "../scene/scene.ts";
import type { StartView, ViewBounds } from "./camera-pose.ts";
import {
  dot,
  fitStartView,
  fovForAspect,
  fromOrbitPose,
  normalise,
  orbitRange,
  subtract,
  toOrbitPose,
} from "./camera-pose.ts";

/** A column-major matrix for the GPU. */
export type Columns = readonly number[];

/** Start of the orbit camera, without three.js: a matrix from the blueprint's frame to clip space. */
export function toStartClip(startView: StartView, bounds: ViewBounds, aspect: number): Columns {
  const pose = fromOrbitPose(toOrbitPose(fitStartView(startView, bounds, aspect)));
  const { near, far } = orbitRange(pose, bounds);
  const back = normalise(subtract(pose.position, pose.target));
  const right = normalise(cross([0, 1, 0], back));
  const up = cross(back, right);
  const toEye = (axis: Vector3Tuple) => [...axis, -dot(axis, pose.position)] as const;
  const [x, y, z] = [toEye(right), toEye(up), toEye(back)];
  const focal = 1 / Math.tan(fovForAspect(aspect) / 2);
  const depth = (far + near) / (near - far);
  return [0, 1, 2, 3].flatMap((column) => [
    (focal / aspect) * x[column]!,
    focal * y[column]!,
    depth * z[column]! + (column === 3 ? (2 * far * near) / (near - far) : 0),
    -z[column]!,
  ]);
}

/** Extends `toClip` to data that is scaled and translated within a scan's own frame. */
export function placedInClip(
  toClip: Columns,
  placement: ScanPlacement,
  scale: number,
  translation: Vector3Tuple,
): Columns {
  const origin = toBlueprintFrame(translation, placement);
  const axis = (unit: Vector3Tuple) => {
    const tip = toBlueprintFrame(
      [translation[0] + unit[0], translation[1] + unit[1], translation[2] + unit[2]],
      placement,
    );
    return subtract(tip, origin).map((value) => value * scale);
  };
  const columns = [
    [...axis([1, 0, 0]), 0],
    [...axis([0, 1, 0]), 0],
    [...axis([0, 0, 1]), 0],
    [...origin, 1],
  ];
  return columns.flatMap((column) =>
    [0, 1, 2, 3].map((row) => column.reduce((sum, value, at) => sum + toClip[at * 4 + row]! * value, 0)),
  );
}

function cross(a: Vector3Tuple, b: Vector3Tuple): Vector3Tuple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
