import type { Vector3Tuple } from "../scene/scene.ts";
import { type BodySpace, holeMaxM, passRadiusM, riserMaxM } from "./body-space.ts";
import { roomyM } from "./clearance.ts";
import { directions } from "./directions.ts";
import type { Cell, FloorLattice, Spot } from "./floor-lattice.ts";
import type { FloorProfile } from "./step-free.ts";

/** Extra length of a move along a wall, as a share: it grows with the square of what is missing to a roomy way. */
const wallCost = 1.5;
/** Extra length of a move over a hole, as a share: floor that is there is better. */
const holeCost = 2;
/** Stepping on a seat or a stage is worth this detour. Metres. */
const climbCostM = 4;
/** Heights are measured at these shares of a move. */
const quarters = [0.25, 0.5, 0.75] as const;

/** A step from one cell to the next. */
export interface Move {
  readonly from: Cell;
  readonly to: Cell;
  /** Index of its direction. */
  readonly heading: number;
}

/**
 * Length of a move with what makes it unpleasant, in metres; null if a body does not get along. Around both ends,
 * nothing touches the body; in between, walls must cross neither the line nor the sides of the strip that it covers.
 * @param isFirst the walker already stands there, however narrow it is
 */
export function measureCost(move: Move, lattice: FloorLattice, space: BodySpace, isFirst: boolean): number | null {
  const { from, to, heading } = move;
  const { lengthM } = directions[heading]!;
  // Never looks from behind a wall: a ray from inside one would miss it.
  if (lattice.getClearance(from).freeM[heading]! < lengthM) return null;
  const [start, end] = [lattice.findSpot(from), lattice.findSpot(to)];
  if (start === null || end === null || !(isFirst || isStripFree(heading, start, end, space))) return null;
  const narrow = 1 - (lattice.measureNearest(from) + lattice.measureNearest(to)) / 2 / roomyM;
  const unpleasant = 1 + wallCost * narrow ** 2 + (to.kind === "hole" ? holeCost : 0);
  const climb = isClimb(start.position, end.position, space) ? climbCostM : 0;
  return Math.hypot(lengthM, to.y - from.y) * unpleasant + climb;
}

/** Length of holes in a row after a move; null if that is too much to step over. Metres. */
export function measureHole(move: Move, beforeM: number): number | null {
  if (move.to.kind !== "hole") return 0;
  const holeM = beforeM + directions[move.heading]!.lengthM;
  return holeM > holeMaxM ? null : holeM;
}

/** The floor behind a point up to another one, with the distance from there; null if the floor ends. */
export function sampleMove(from: Vector3Tuple, to: Vector3Tuple, space: BodySpace): FloorProfile | null {
  const length = Math.hypot(to[0] - from[0], to[2] - from[2]);
  const heightM: number[] = [];
  let { 1: y } = from;
  for (const share of quarters) {
    const floor = space.findFloor(from[0] + (to[0] - from[0]) * share, from[2] + (to[2] - from[2]) * share, y);
    if (floor === "blocked") return null;
    if (floor !== "hole") y = floor;
    heightM.push(floor === "hole" ? Number.NaN : floor);
  }
  return { alongM: [...quarters, 1].map((share) => share * length), heightM: [...heightM, to[1]] };
}

function isStripFree(heading: number, start: Spot, end: Spot, space: BodySpace): boolean {
  // The squares around both are one rectangle, and free; those of a diagonal leave a notch on both sides.
  if (start.isOpen && end.isOpen && heading % 2 === 0) return true;
  const [from, to] = [start.position, end.position];
  return (
    ((start.isCentre && end.isCentre) || space.isAheadFree(from, to)) &&
    space.isSideFree(from, to, passRadiusM) &&
    space.isSideFree(from, to, -passRadiusM)
  );
}

/** Whether a move rises or drops at once by more than the riser of a stair. */
function isClimb(start: Vector3Tuple, end: Vector3Tuple, space: BodySpace): boolean {
  if (Math.abs(end[1] - start[1]) <= riserMaxM) return false;
  const sampled = sampleMove(start, end, space);
  if (sampled === null) return true;
  return [start[1], ...sampled.heightM].some((y, at, all) => at > 0 && Math.abs(y - all[at - 1]!) > riserMaxM);
}
