import { add, lookDirection } from "../camera/camera-pose.ts";
import type { Vector3Tuple } from "../scene/scene.ts";
import { bodyRadius, dropMax, eyeHeight, stepHeight, type WalkWorld } from "./walk-physics.ts";

/** A place to stand, and the heading with the most room ahead. */
export interface FreeSpot {
  readonly eye: Vector3Tuple;
  readonly yaw: number;
  /** Nothing is at eye level in any direction, as on open ground or on top of things. */
  readonly isOpen: boolean;
}

/** Metres from the wanted spot at which others are tried, nearest first. */
const rings = [0, 0.5, 1, 1.5, 2, 3, 4.5, 6.5, 9] as const;
const ringStepM = 0.9;
const ringSpotsMax = 16;
/** Search height above a storey's floor: above seats and tables, below ceilings. */
const searchHeightM = 1.1;
/** A surface this far from a storey's floor is furniture or a hole. */
const floorSlackM = 0.3;
const headroomM = 1.75;
const roomyM = 0.9;
const knee = 0.5;
const chest = 1.2;
const floorNormalMin = 0.6;
const headings = 16;
const sightMaxM = 8;
/** Less room ahead means facing a wall. */
const sightMinM = 2.5;
/** Nothing within this distance means looking out of the scan, through an open side or a missing wall. */
const scanReachM = 60;
/** A floor goes on around the feet: the top of a head or a post does not. */
const footholdM = 0.45;
const footholdsMin = 6;

const down: Vector3Tuple = [0, -1, 0];
const up: Vector3Tuple = [0, 1, 0];

/**
 * The free floor nearest to a point, where a person has headroom and keeps clear of walls and furniture; null if there
 * is none within nine metres. Floor from which nothing is seen, such as the top of a cupboard, is the last choice.
 * @param floorM height of the storey's floor if known: tables and holes are then told apart from it
 * @param yaw the wanted heading, kept if there is room ahead
 * @param dropM deepest search below the point if the storey is not known
 */
export function findFreeSpot(
  point: Vector3Tuple,
  floorM: number | null,
  yaw: number,
  world: WalkWorld,
  dropM = dropMax,
): FreeSpot | null {
  let open: FreeSpot | null = null;
  for (const radius of rings) {
    let best: { floor: Vector3Tuple; clearance: number } | null = null;
    const count = radius === 0 ? 1 : Math.min(ringSpotsMax, Math.ceil((2 * Math.PI * radius) / ringStepM));
    for (let step = 0; step < count; step++) {
      const angle = (step / count) * 2 * Math.PI;
      const [x, z] = [point[0] + Math.cos(angle) * radius, point[2] + Math.sin(angle) * radius];
      const from: Vector3Tuple = [x, floorM === null ? point[1] : floorM + searchHeightM, z];
      const floor = findFloor(from, floorM === null ? dropM : searchHeightM + floorSlackM, floorM, world);
      if (floor === null || !isFoothold(floor, world)) continue;
      const clearance = measureClearance(floor, world, roomyM);
      if (clearance > (best?.clearance ?? bodyRadius)) best = { floor, clearance };
    }
    if (best === null) continue;
    const eye = add(best.floor, [0, eyeHeight, 0]);
    const heading = findHeading(eye, yaw, world);
    if (heading !== null) return { eye, yaw: heading, isOpen: false };
    open ??= { eye, yaw, isOpen: true };
  }
  return open;
}

/** Whether the floor goes on around a point of it, or ends at a wall. */
export function isFoothold(floor: Vector3Tuple, world: WalkWorld): boolean {
  let holds = 0;
  for (let step = 0; step < 8; step++) {
    const direction = lookDirection((step * Math.PI) / 4, 0);
    const beside = add(add(floor, direction, footholdM), [0, stepHeight, 0]);
    if (
      world.cast(beside, down, 2 * stepHeight) !== null ||
      world.cast(add(floor, [0, knee, 0]), direction, footholdM) !== null
    ) {
      holds++;
    }
  }
  return holds >= footholdsMin;
}

/** Whether a person fits on a point of the floor, a step aside from a wall included. */
export function canStandOn(floor: Vector3Tuple, world: WalkWorld): boolean {
  const hit = world.cast(add(floor, [0, 0.3, 0]), down, 0.6);
  return (
    hit !== null &&
    hit.normal[1] >= floorNormalMin &&
    hasHeadroom(floor, world) &&
    measureClearance(floor, world, bodyRadius) >= bodyRadius / 2
  );
}

/**
 * The wanted heading, or the one with the most room ahead if that faces a wall or leads out of the scan; null if there is
 * nothing at eye level in any direction.
 */
export function findHeading(eye: Vector3Tuple, yaw: number, world: WalkWorld): number | null {
  const sight = (at: number) => Math.min(world.cast(eye, lookDirection(at, 0), scanReachM)?.distance ?? 0, sightMaxM);
  if (sight(yaw) >= sightMinM) return yaw;
  const seen = Array.from({ length: headings }, (_, step) => sight(yaw + (step / headings) * 2 * Math.PI));
  if (seen.every((ahead) => ahead === 0)) return null;
  let best = 0;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const [step, ahead] of seen.entries()) {
    const turn = (step / headings) * 2 * Math.PI;
    // A gap in a wall is not a view: its neighbours count as well.
    const beside = seen[(step + 1) % headings]! + seen[(step + headings - 1) % headings]!;
    const score = ahead / 2 + beside / 4 + 0.6 * Math.cos(turn);
    if (score > bestScore) [best, bestScore] = [turn, score];
  }
  return yaw + best;
}

function findFloor(from: Vector3Tuple, dropM: number, floorM: number | null, world: WalkWorld): Vector3Tuple | null {
  const hit = world.cast(from, down, dropM);
  if (hit === null || hit.normal[1] < floorNormalMin) return null;
  const floor: Vector3Tuple = [from[0], from[1] - hit.distance, from[2]];
  if (floorM !== null && floor[1] > floorM + floorSlackM) return null;
  return hasHeadroom(floor, world) ? floor : null;
}

function hasHeadroom(floor: Vector3Tuple, world: WalkWorld): boolean {
  const from = 0.25;
  return world.cast(add(floor, [0, from, 0]), up, headroomM - from) === null;
}

/** Distance to the nearest obstacle at knee and chest height, at most `farM`. */
function measureClearance(floor: Vector3Tuple, world: WalkWorld, farM: number): number {
  let clearance = farM;
  for (let step = 0; step < 8; step++) {
    const direction = lookDirection((step * Math.PI) / 4, 0);
    for (const height of [knee, chest]) {
      const hit = world.cast(add(floor, [0, height, 0]), direction, clearance);
      if (hit !== null) clearance = Math.min(clearance, hit.distance);
    }
  }
  return clearance;
}
