import type { CameraPose, Vector3Tuple } from "../scene/scene.ts";

/** Orbit around a target: azimuth 0 looks along −z, polar 0 looks straight down, radians; distance in metres. */
export interface OrbitPose {
  readonly target: Vector3Tuple;
  readonly azimuth: number;
  readonly polar: number;
  readonly distance: number;
}

/** Camera at a position: yaw 0 looks along −z and increases to the left, pitch increases upwards, radians. */
export interface LookPose {
  readonly position: Vector3Tuple;
  readonly yaw: number;
  readonly pitch: number;
}

// Straight up or down has no heading: without this margin, the camera would flip.
const polarMargin = 0.02;
const pitchMax = Math.PI / 2 - 0.05;

export function add(a: Vector3Tuple, b: Vector3Tuple, scale = 1): Vector3Tuple {
  return [a[0] + b[0] * scale, a[1] + b[1] * scale, a[2] + b[2] * scale];
}

export function subtract(a: Vector3Tuple, b: Vector3Tuple): Vector3Tuple {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function dot(a: Vector3Tuple, b: Vector3Tuple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function lengthOf(a: Vector3Tuple): number {
  return Math.hypot(a[0], a[1], a[2]);
}

export function distanceBetween(a: Vector3Tuple, b: Vector3Tuple): number {
  return lengthOf(subtract(a, b));
}

export function normalise(a: Vector3Tuple): Vector3Tuple {
  const length = lengthOf(a);
  return length < 1e-9 ? [0, 0, -1] : [a[0] / length, a[1] / length, a[2] / length];
}

export function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

export function toOrbitPose({ position, target }: CameraPose): OrbitPose {
  const [x, y, z] = subtract(position, target);
  const distance = Math.max(Math.hypot(x, y, z), 1e-3);
  return {
    target,
    distance,
    azimuth: Math.atan2(x, z),
    polar: clamp(Math.acos(clamp(y / distance, -1, 1)), polarMargin, Math.PI - polarMargin),
  };
}

export function fromOrbitPose({ target, azimuth, polar, distance }: OrbitPose): CameraPose {
  const flat = Math.sin(polar) * distance;
  const offset: Vector3Tuple = [Math.sin(azimuth) * flat, Math.cos(polar) * distance, Math.cos(azimuth) * flat];
  return { position: add(target, offset), target };
}

export function toLookPose({ position, target }: CameraPose): LookPose {
  const [x, y, z] = normalise(subtract(target, position));
  return { position, yaw: Math.atan2(-x, -z), pitch: clamp(Math.asin(clamp(y, -1, 1)), -pitchMax, pitchMax) };
}

/** View direction of a standing camera, unit length. */
export function lookDirection(yaw: number, pitch: number): Vector3Tuple {
  const flat = Math.cos(pitch);
  return [-Math.sin(yaw) * flat, Math.sin(pitch), -Math.cos(yaw) * flat];
}

/** `reach` is the distance from the eye to the target, metres. */
export function fromLookPose({ position, yaw, pitch }: LookPose, reach = 1): CameraPose {
  return { position, target: add(position, lookDirection(yaw, pitch), reach) };
}

export function turnOrbit(pose: OrbitPose, byAzimuth: number, byPolar: number): OrbitPose {
  return {
    ...pose,
    azimuth: pose.azimuth + byAzimuth,
    polar: clamp(pose.polar + byPolar, polarMargin, Math.PI - polarMargin),
  };
}

export function turnLook(pose: LookPose, byYaw: number, byPitch: number): LookPose {
  return { ...pose, yaw: pose.yaw + byYaw, pitch: clamp(pose.pitch + byPitch, -pitchMax, pitchMax) };
}

/** Axes of the view plane of an orbiting camera, unit length. */
export function viewAxes(pose: OrbitPose): { right: Vector3Tuple; up: Vector3Tuple } {
  const { azimuth, polar } = pose;
  return {
    right: [Math.cos(azimuth), 0, -Math.sin(azimuth)],
    up: [-Math.sin(azimuth) * Math.cos(polar), Math.sin(polar), -Math.cos(azimuth) * Math.cos(polar)],
  };
}

/** Moves the target in the view plane, metres; the point under the pointer stays there at the target's depth. */
export function panOrbit(pose: OrbitPose, toRight: number, upwards: number): OrbitPose {
  const { right, up } = viewAxes(pose);
  return { ...pose, target: add(add(pose.target, right, toRight), up, upwards) };
}

/**
 * Scales the distance by `factor` and keeps `focus` in place on screen: the whole camera moves towards that point. At a
 * limit, the zoom stops rather than slides.
 */
export function zoomOrbit(
  pose: OrbitPose,
  factor: number,
  focus: Vector3Tuple,
  limits: { readonly min: number; readonly max: number },
): OrbitPose {
  const distance = clamp(pose.distance * factor, limits.min, limits.max);
  const scale = distance / pose.distance;
  return { ...pose, distance, target: add(focus, subtract(pose.target, focus), scale) };
}

/** Cubic ease-out, 0–1 to 0–1. */
export function ease(t: number): number {
  const x = clamp(t, 0, 1);
  return 1 - (1 - x) ** 3;
}

/** Between two orbits: around and inwards, never through the target. */
export function interpolateOrbit(from: OrbitPose, to: OrbitPose, t: number): OrbitPose {
  return {
    target: add(from.target, subtract(to.target, from.target), t),
    azimuth: from.azimuth + shortestTurn(from.azimuth, to.azimuth) * t,
    polar: from.polar + (to.polar - from.polar) * t,
    distance: from.distance + (to.distance - from.distance) * t,
  };
}

/** Between two standing poses, turning the shorter way round. */
export function interpolateLook(from: LookPose, to: LookPose, t: number): LookPose {
  return {
    position: add(from.position, subtract(to.position, from.position), t),
    yaw: from.yaw + shortestTurn(from.yaw, to.yaw) * t,
    pitch: from.pitch + (to.pitch - from.pitch) * t,
  };
}

/** Signed angle from one heading to another, −π to π. */
export function shortestTurn(from: number, to: number): number {
  return Math.atan2(Math.sin(to - from), Math.cos(to - from));
}

/**
 * A pose that looks at `point` from its front: along the normal at eye level for an upright surface, tilted for a flat
 * one, so that it never looks straight down at a floor.
 */
export function poseInFrontOf(
  point: Vector3Tuple,
  normal: Vector3Tuple,
  from: Vector3Tuple,
  reach: number,
): CameraPose {
  const n = normalise(normal);
  const flat = Math.hypot(n[0], n[2]);
  const towards = subtract(from, point);
  const heading: Vector3Tuple =
    flat > 0.35
      ? [n[0] / flat, 0, n[2] / flat]
      : normalise([towards[0], 0, Math.abs(towards[0]) + Math.abs(towards[2]) < 1e-6 ? 1 : towards[2]]);
  const rise = flat > 0.35 ? 0.15 : n[1] < 0 ? -0.5 : 0.6;
  return { position: add(point, normalise([heading[0], rise, heading[2]]), reach), target: point };
}

// A scan's preview is 50° high with an aspect of 1.6; the first frame matches it, so that the switch doesn't jump.
const previewFov = (50 * Math.PI) / 180;
const previewAspect = 1.6;
// A preview leaves 1 − 1/1.16 of its width free; a narrow window shows the rest of it and a little air.
const neededAspect = previewAspect * 0.9;
// Beyond this, straight lines look bent.
const fovMaxUpright = (72 * Math.PI) / 180;

/** Vertical field of view for a window: narrow windows see higher rather than lose the sides. Radians. */
export function fovForAspect(aspect: number): number {
  const tangent = Math.tan(previewFov / 2) * Math.max(1, neededAspect / aspect);
  return Math.min(fovMaxUpright, 2 * Math.atan(tangent));
}

/** Factor by which a window must step back to show a preview's width; 1 if it fits. */
export function stepBackForAspect(aspect: number): number {
  const wanted = Math.tan(previewFov / 2) * neededAspect;
  return Math.max(1, wanted / (Math.tan(fovForAspect(aspect) / 2) * aspect));
}

/** Axis-aligned box, metres. */
export interface ViewBounds {
  readonly min: Vector3Tuple;
  readonly max: Vector3Tuple;
}

export function isInsideBounds(point: Vector3Tuple, { min, max }: ViewBounds): boolean {
  return point.every((value, axis) => value >= min[axis]! && value <= max[axis]!);
}

export function uniteBounds(all: readonly ViewBounds[]): ViewBounds {
  const along = (pick: (...values: number[]) => number, side: "min" | "max") =>
    [0, 1, 2].map((axis) => pick(...all.map((bounds) => bounds[side][axis]!))) as [number, number, number];
  return { min: along(Math.min, "min"), max: along(Math.max, "max") };
}

/** Where a visit starts. */
export interface StartView extends CameraPose {
  /** Bounds of the scan that this view was made to show; absent where somebody chose the view. */
  readonly overviewOf?: ViewBounds | undefined;
}

/**
 * The start view as a window shows it. From outside, a narrow window starts further away. Where a scan's own view would
 * cut off other scans, all of them are in view, seen from the same side.
 * @param bounds of everything visible
 */
export function fitStartView(startView: StartView, bounds: ViewBounds, aspect: number): CameraPose {
  const { position, target, overviewOf } = startView;
  if (isInsideBounds(position, overviewOf ?? bounds)) return { position, target };
  if (overviewOf !== undefined && !isAbout(bounds, overviewOf)) return viewWhole({ position, target }, bounds, aspect);
  const pose = toOrbitPose({ position, target });
  const stepBack = stepBackForAspect(aspect);
  const fitted = fromOrbitPose({ ...pose, distance: pose.distance * stepBack });
  // Stepping back shrinks what is near more than what is far: the far end of a wide scan can stick out.
  const isCut = stepBack > 1 && overviewOf !== undefined && !isInWindow(fitted, bounds, aspect);
  return isCut ? viewWhole({ position, target }, bounds, aspect) : fitted;
}

/** Whether all corners of a box are in the window. */
function isInWindow(view: CameraPose, bounds: ViewBounds, aspect: number): boolean {
  const { right, up } = viewAxes(toOrbitPose(view));
  const ahead = normalise(subtract(view.target, view.position));
  const tangentUp = Math.tan(fovForAspect(aspect) / 2);
  return listCorners(bounds).every((corner) => {
    const offset = subtract(corner, view.position);
    const depth = dot(offset, ahead);
    return Math.abs(dot(offset, up)) < depth * tangentUp && Math.abs(dot(offset, right)) < depth * tangentUp * aspect;
  });
}

function listCorners({ min, max }: ViewBounds): Vector3Tuple[] {
  const pick = (bit: number, axis: 0 | 1 | 2) => (bit === 0 ? min : max)[axis];
  return Array.from({ length: 8 }, (_, corner) => [pick(corner & 1, 0), pick(corner & 2, 1), pick(corner & 4, 2)]);
}

/** Scans of the same room differ by this share of their size. */
const sameRoomShare = 0.03;

function isAbout(all: ViewBounds, own: ViewBounds): boolean {
  const slack = radiusOf(own) * 2 * sameRoomShare;
  return [0, 1, 2].every((axis) => all.min[axis]! > own.min[axis]! - slack && all.max[axis]! < own.max[axis]! + slack);
}

/** Room around the scans. */
const air = 1.08;

/** The nearest pose with the same direction of view that has all corners of a box in the window. */
function viewWhole(view: CameraPose, bounds: ViewBounds, aspect: number): CameraPose {
  const { min, max } = bounds;
  const centre = add(min, subtract(max, min), 0.5);
  const pose = toOrbitPose(view);
  const { right, up } = viewAxes(pose);
  const back = fromOrbitPose({ ...pose, target: [0, 0, 0], distance: 1 }).position;
  const tangentUp = Math.tan(fovForAspect(aspect) / 2) / air;
  const tangentRight = tangentUp * aspect;
  // A camera moved aside by s has to step back by max(±(x − s) / tangent + depth): the best s balances both sides.
  const reach = { left: -Infinity, right: -Infinity, down: -Infinity, up: -Infinity };
  for (const corner of listCorners(bounds)) {
    const offset = subtract(corner, centre);
    const depth = dot(offset, back);
    const [x, y] = [dot(offset, right) / tangentRight, dot(offset, up) / tangentUp];
    reach.left = Math.max(reach.left, depth - x);
    reach.right = Math.max(reach.right, depth + x);
    reach.down = Math.max(reach.down, depth - y);
    reach.up = Math.max(reach.up, depth + y);
  }
  const distance = Math.max((reach.left + reach.right) / 2, (reach.down + reach.up) / 2);
  const aside = add(centre, right, ((reach.right - reach.left) / 2) * tangentRight);
  const target = add(aside, up, ((reach.up - reach.down) / 2) * tangentUp);
  return fromOrbitPose({ ...pose, target, distance });
}

/** Near and far plane of an orbiting camera, metres. */
export function orbitRange({ position, target }: CameraPose, bounds: ViewBounds): { near: number; far: number } {
  return {
    near: clamp(distanceBetween(position, target) / 100, 0.005, 1),
    far: farthestSeen(position, bounds),
  };
}

/** Far plane, metres: enough to see the whole scene from outside it. */
export function farthestSeen(position: Vector3Tuple, { min, max }: ViewBounds): number {
  const centre = add(min, subtract(max, min), 0.5);
  return (distanceBetween(position, centre) + radiusOf({ min, max })) * 1.5 + 10;
}

/** Half of the diagonal, metres; never zero. */
export function radiusOf({ min, max }: ViewBounds): number {
  return Math.max(0.05, distanceBetween(max, min) / 2);
}
