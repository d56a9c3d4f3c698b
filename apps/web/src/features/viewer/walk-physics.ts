import { add, clamp, lengthOf } from "./camera-pose.ts";
import type { Vector3Tuple } from "./viewer.ts";

/** A person of ordinary height; all metres and seconds. */
export const eyeHeight = 1.6;
export const bodyRadius = 0.25;
/** Higher than a stair, lower than a seat: what the feet get over without jumping. */
export const stepHeight = 0.45;
export const walkSpeed = 2.2;
export const runFactor = 2;

const gravity = 9.81;
const climbSpeed = 3;
// Below this the scan has a hole, not a floor: nobody falls out of a venue.
const dropMax = 12;
// Nearly along a wall the way to it is endless: beyond this slant it is slid along.
const slantMin = 0.2;
// A stalled tab must not become one giant step through a wall.
const stepSecondsMax = 0.1;

export interface WalkState {
  /** Of the eye. */
  readonly position: Vector3Tuple;
  /** Metres per second, negative while falling. */
  readonly fallSpeed: number;
}

/** The solid things around a walker. */
export interface WalkWorld {
  /** Distance to the first surface along a unit direction, with its normal; null when nothing is nearer than `far`. */
  cast(origin: Vector3Tuple, direction: Vector3Tuple, far: number): { distance: number; normal: Vector3Tuple } | null;
}

/** What the keys ask for: −1 to 1 each way. */
export interface WalkIntent {
  readonly forward: number;
  readonly right: number;
  readonly run: boolean;
}

const down: Vector3Tuple = [0, -1, 0];

/** One step of walking: along the floor, along walls rather than through them, up stairs and down edges. */
export function stepWalk(
  state: WalkState,
  intent: WalkIntent,
  yaw: number,
  seconds: number,
  world: WalkWorld,
): WalkState {
  const dt = clamp(seconds, 0, stepSecondsMax);
  const moved = moveAlongWalls(state.position, toDisplacement(intent, yaw, dt), world);
  return settleOnFloor({ position: moved, fallSpeed: state.fallSpeed }, dt, world);
}

/** Whether a step would change nothing: the frame loop may rest. */
export function isStanding(before: WalkState, after: WalkState): boolean {
  return lengthOf(add(after.position, before.position, -1)) < 1e-5 && after.fallSpeed === 0;
}

/** Puts the eye at standing height over the floor below it; null when there is no floor. */
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
    // The body keeps its radius at right angles to the wall, which is further along a slanting way.
    const free = Math.max(0, wall.distance - bodyRadius / Math.max(-into, slantMin));
    at = add(at, direction, Math.min(free, distance));
    const left = Math.max(0, distance - free);
    rest = [(direction[0] - into * nx) * left, 0, (direction[2] - into * nz) * left];
  }
  return at;
}

/** The nearest upright surface at knee or chest height; slopes are for the feet. */
function findWall(position: Vector3Tuple, direction: Vector3Tuple, far: number, world: WalkWorld) {
  let nearest: { distance: number; normal: Vector3Tuple } | null = null;
  for (const below of [eyeHeight - stepHeight - 0.1, 0.4]) {
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
  // Walking down stairs is walking, not falling.
  if (y - standingY <= stepHeight) {
    return { position: [x, Math.max(standingY, y - climbSpeed * dt), z], fallSpeed: 0 };
  }
  const fallSpeed = state.fallSpeed - gravity * dt;
  const fallenY = y + fallSpeed * dt;
  return fallenY <= standingY
    ? { position: [x, standingY, z], fallSpeed: 0 }
    : { position: [x, fallenY, z], fallSpeed };
}
