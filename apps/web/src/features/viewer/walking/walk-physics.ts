import { add, clamp, lengthOf, type ViewBounds } from "../camera/camera-pose.ts";
import type { Vector3Tuple } from "../scene/scene.ts";

/** A person of average height; all in metres and seconds. */
export const eyeHeight = 1.6;
export const bodyRadius = 0.3;
/** Higher than a stair, lower than a seat: the feet step over it without jumping. */
export const stepHeight = 0.45;
export const walkSpeed = 2.2;
export const runFactor = 2;

const gravity = 9.81;
const climbSpeed = 3;
// Scans have holes behind furniture; beyond this, the floor has ended.
const floorGapMax = 1.5;
/** A deeper drop is a hole in the scan, not a floor: walkers never fall out of a venue. */
export const dropMax = 12;
// The distance to a nearly parallel wall approaches infinity: below this slant, the walker slides along it.
const slantMin = 0.2;
// A stalled tab must not cause one giant step through a wall.
const stepSecondsMax = 0.1;

export interface WalkState {
  /** Position of the eye. */
  readonly position: Vector3Tuple;
  /** Metres per second, negative while falling. */
  readonly fallSpeed: number;
}

/** Solid surfaces around a walker. */
export interface WalkWorld {
  /** Distance to the first surface along a unit direction, with its normal; null if none is nearer than `far`. */
  cast(origin: Vector3Tuple, direction: Vector3Tuple, far: number): { distance: number; normal: Vector3Tuple } | null;
}

/** Input from the keys: −1 to 1 each. */
export interface WalkIntent {
  readonly forward: number;
  readonly right: number;
  readonly run: boolean;
}

const down: Vector3Tuple = [0, -1, 0];

/** One step of walking: along the floor, along walls instead of through them, up stairs and down edges. */
export function stepWalk(
  state: WalkState,
  intent: WalkIntent,
  yaw: number,
  seconds: number,
  world: WalkWorld,
): WalkState {
  const dt = clamp(seconds, 0, stepSecondsMax);
  const moved = keepClear(moveAlongWalls(state.position, toDisplacement(intent, yaw, dt), world), world);
  return settleOnFloor({ position: moved, fallSpeed: state.fallSpeed }, dt, world);
}

/** Whether a step changed nothing: the frame loop may stop. */
export function isStanding(before: WalkState, after: WalkState): boolean {
  return lengthOf(add(after.position, before.position, -1)) < 1e-5 && after.fallSpeed === 0;
}

/**
 * Keeps a walker on the scan: gaps in its floor can be crossed, its edges can't. Null if the walker is outside and has
 * to be placed again.
 * @param footing the last position on a floor
 */
export function stayOnScan(
  before: WalkState,
  after: WalkState,
  footing: Vector3Tuple | null,
  { min, max }: ViewBounds,
  world: WalkWorld,
): (WalkState & { readonly isOnFloor: boolean }) | null {
  const isWithin = ([x, , z]: Vector3Tuple) => x >= min[0] && x <= max[0] && z >= min[2] && z <= max[2];
  const [, y] = after.position;
  const isAboveOrBelow = y < min[1] || y > max[1] + eyeHeight + dropMax;
  if (isAboveOrBelow || !isWithin(before.position)) return null;
  const stayed: WalkState = { position: before.position, fallSpeed: 0 };
  if (!isWithin(after.position)) return { ...stayed, isOnFloor: false };
  if (standOnFloor(after.position, world) !== null) return { ...after, isOnFloor: true };
  const [x, z] = footing === null ? [Number.NaN, Number.NaN] : [footing[0], footing[2]];
  const gap = Math.hypot(after.position[0] - x, after.position[2] - z);
  return gap > floorGapMax ? { ...stayed, isOnFloor: false } : { ...after, isOnFloor: false };
}

/** Places the eye at standing height above the floor below it; null if there is no floor. */
export function standOnFloor(position: Vector3Tuple, world: WalkWorld): Vector3Tuple | null {
  const hit = world.cast(position, down, dropMax);
  return hit === null ? null : [position[0], position[1] - hit.distance + eyeHeight, position[2]];
}

function toDisplacement({ forward, right, run }: WalkIntent, yaw: number, dt: number): Vector3Tuple {
  const x = -Math.sin(yaw) * forward + Math.cos(yaw) * right;
  const z = -Math.cos(yaw) * forward - Math.sin(yaw) * right;
  const length = Math.hypot(x, z);
  if (length < 1e-6) return [0, 0, 0];
  const distance = (Math.min(1, length) * walkSpeed * (run ? runFactor : 1) * dt) / length;
  return [x * distance, 0, z * distance];
}

function moveAlongWalls(position: Vector3Tuple, displacement: Vector3Tuple, world: WalkWorld): Vector3Tuple {
  let at = position;
  let rest = displacement;
  // The second pass slides along the wall that stopped the first; a corner stops both.
  for (let pass = 0; pass < 2; pass++) {
    const distance = lengthOf(rest);
    if (distance < 1e-6) break;
    const direction: Vector3Tuple = [rest[0] / distance, 0, rest[2] / distance];
    const wall = findWall(at, direction, distance + bodyRadius / slantMin, world);
    if (wall === null) return add(at, rest);
    const flat = Math.hypot(wall.normal[0], wall.normal[2]);
    const nx = wall.normal[0] / flat;
    const nz = wall.normal[2] / flat;
    const into = direction[0] * nx + direction[2] * nz;
    // The body keeps its radius perpendicular to the wall, which takes more distance on a slanted path.
    const free = Math.max(0, wall.distance - bodyRadius / Math.max(-into, slantMin));
    at = add(at, direction, Math.min(free, distance));
    const left = Math.max(0, distance - free);
    rest = [(direction[0] - into * nx) * left, 0, (direction[2] - into * nz) * left];
  }
  return at;
}

/** Steps back from surfaces beside the body: a path along them or a jump may have come too close. */
export function keepClear([x, y, z]: Vector3Tuple, world: WalkWorld): Vector3Tuple {
  // Negative: that much room is left on the other side.
  const away = { right: -bodyRadius, left: -bodyRadius, back: -bodyRadius, ahead: -bodyRadius };
  for (let step = 0; step < 8; step++) {
    const angle = (step * Math.PI) / 4;
    const direction: Vector3Tuple = [Math.cos(angle), 0, Math.sin(angle)];
    const wall = findWall([x, y, z], direction, 2 * bodyRadius, world);
    if (wall === null) continue;
    const lack = bodyRadius - wall.distance;
    // Room beside a slanted path is no room to step aside.
    if (lack < 0 && step % 2 === 1) continue;
    if (direction[0] > 0.1) away.left = Math.max(away.left, direction[0] * lack);
    if (direction[0] < -0.1) away.right = Math.max(away.right, -direction[0] * lack);
    if (direction[2] > 0.1) away.ahead = Math.max(away.ahead, direction[2] * lack);
    if (direction[2] < -0.1) away.back = Math.max(away.back, -direction[2] * lack);
  }
  return [x + toBalance(away.right, away.left), y, z + toBalance(away.back, away.ahead)];
}

/** Between two surfaces, the middle; less than a millimetre is rest. */
function toBalance(more: number, less: number): number {
  if (more <= 0 && less <= 0) return 0;
  const shift = more + less > 0 ? (more - less) / 2 : more > 0 ? more : -less;
  return Math.abs(shift) < 1e-3 ? 0 : shift;
}

/** The nearest upright surface at knee, chest or eye height; slopes are left to the feet. */
function findWall(position: Vector3Tuple, direction: Vector3Tuple, far: number, world: WalkWorld) {
  let nearest: { distance: number; normal: Vector3Tuple } | null = null;
  for (const below of [eyeHeight - stepHeight - 0.1, 0.4, 0]) {
    const hit = world.cast([position[0], position[1] - below, position[2]], direction, far);
    if (hit === null || Math.abs(hit.normal[1]) > 0.7) continue;
    if (nearest === null || hit.distance < nearest.distance) nearest = hit;
  }
  return nearest;
}

function settleOnFloor(state: WalkState, dt: number, world: WalkWorld): WalkState {
  const [x, y, z] = state.position;
  const kneeY = y - eyeHeight + stepHeight;
  const hit = world.cast([x, kneeY, z], down, stepHeight + dropMax);
  if (hit === null) return { position: state.position, fallSpeed: 0 };
  const standingY = kneeY - hit.distance + eyeHeight;
  if (standingY >= y) return { position: [x, Math.min(standingY, y + climbSpeed * dt), z], fallSpeed: 0 };
  // Walking down stairs isn't falling.
  if (y - standingY <= stepHeight) {
    return { position: [x, Math.max(standingY, y - climbSpeed * dt), z], fallSpeed: 0 };
  }
  const fallSpeed = state.fallSpeed - gravity * dt;
  const fallenY = y + fallSpeed * dt;
  return fallenY <= standingY
    ? { position: [x, standingY, z], fallSpeed: 0 }
    : { position: [x, fallenY, z], fallSpeed };
}
