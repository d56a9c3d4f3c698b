import { add } from "../camera/camera-pose.ts";
import type { Vector3Tuple } from "../scene/scene.ts";
import { dropMax, stepHeight, type WalkWorld } from "../walking/walk-physics.ts";
import type { BodySpace } from "./body-space.ts";
import { type Cell, getPosition } from "./floor-lattice.ts";

/** A walker within reach of a goal is there. Metres. */
const reachM = 0.9;
/** Feet may be this far below a goal, such as a sign on a wall, and this far above it. Metres. */
const belowMaxM = 2.2;
const aboveMaxM = 0.6;
const chestM = 1.2;
/** A goal is in sight if a look ends this near before it: scans are noisy. Metres. */
const sightGapM = 0.06;
/** Anchors are often set into the surface that they mark: it may hide them by this much. Metres. */
const markedGapM = 0.25;
/** Of ways of the same length, the one that is nearer to the goal is looked at first: that spares the others. */
const preferNear = 1.001;
/** A stop nearer to the goal is worth walking on. */
const restCost = 2;
/** A stop in full sight of the goal and on its own floor is worth this detour. Metres. */
const poorStopM = 6;
/** A foot of a point may be a little below the scanned floor. Metres. */
const footSlackM = 0.3;

const down: Vector3Tuple = [0, -1, 0];

/** Where a route leads: a point on a floor, on a table or on a wall. Scene coordinates, metres. */
export class RouteGoal {
  /** The floor below the goal; null if there is none. */
  readonly floor: Vector3Tuple | null;
  readonly #to: Vector3Tuple;
  readonly #space: BodySpace;

  constructor(to: Vector3Tuple, world: WalkWorld, space: BodySpace) {
    this.#to = to;
    this.#space = space;
    this.floor = findFloorBelow(to, world);
  }

  /** Length of the way that is left over an empty lattice: no walk is noticeably shorter. */
  estimateM({ x, z }: Cell): number {
    const [dx, dz] = [Math.abs(this.#to[0] - x), Math.abs(this.#to[2] - z)];
    return (Math.max(dx, dz) + (Math.SQRT2 - 1) * Math.min(dx, dz)) * preferNear;
  }

  /** Cost of stopping at a cell, in metres of walking; null if the goal is not within reach from there. */
  stopCostM(cell: Cell): number | null {
    const [x, y, z] = this.#to;
    const feet = getPosition(cell);
    const distance = Math.hypot(x - feet[0], z - feet[2]);
    if (cell.kind !== "floor" || distance > reachM || !this.#isOnLevel(cell)) return null;
    const chest = add(feet, [0, chestM, 0]);
    const gapM = this.#space.measureBlocked(chest, this.#to);
    const isBeside = y >= cell.y - 0.2 && y <= cell.y + 1.8;
    const isMarked =
      isBeside && (gapM <= markedGapM || this.#space.measureBlocked(chest, [x, chest[1], z]) <= markedGapM);
    if (gapM > sightGapM && !isMarked) return null;
    const isOnFloor = this.floor === null || Math.abs(this.floor[1] - cell.y) <= stepHeight;
    return distance * restCost + (gapM <= sightGapM && isOnFloor ? 0 : poorStopM);
  }

  #isOnLevel({ y }: Cell): boolean {
    const above = this.#to[1] - y;
    if (above < -aboveMaxM) return false;
    // A lamp far above is reached below it.
    return above <= belowMaxM || (this.floor !== null && Math.abs(this.floor[1] - y) <= stepHeight);
  }
}

/** The floor below a point, or right above it; null if there is none. */
export function findFloorBelow(point: Vector3Tuple, world: WalkWorld): Vector3Tuple | null {
  const hit = world.cast(add(point, [0, footSlackM, 0]), down, footSlackM + dropMax);
  return hit === null ? null : [point[0], point[1] + footSlackM - hit.distance, point[2]];
}
