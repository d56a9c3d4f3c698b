import { add, distanceBetween, lookDirection } from "../camera/camera-pose.ts";
import type { Vector3Tuple } from "../scene/scene.ts";
import { canStandOn } from "../walking/stand-free.ts";
import { stepHeight, type WalkWorld } from "../walking/walk-physics.ts";
import { BodySpace, passRadiusM } from "./body-space.ts";
import { FloorLattice, getPosition } from "./floor-lattice.ts";
import { type Arrival, LatticeSearch } from "./lattice-search.ts";
import { findFloorBelow, RouteGoal } from "./route-goal.ts";
import { isStepFree } from "./step-free.ts";
import { type Leg, straighten, type WayPoint } from "./straighten.ts";
import { joinProfiles, measureLength, thinOut } from "./thin-out.ts";
import { walkLine } from "./walk-line.ts";

/** A way for a person on foot. Scene coordinates, metres. */
export interface Route {
  /** Points on the floor from start to goal; a straight line between two is never farther than 8 cm from the floor. */
  readonly points: readonly Vector3Tuple[];
  readonly lengthM: number;
  /** A wheelchair can roll all along: no edge above 2 cm, no ramp steeper than 1:12. */
  readonly isStepFree: boolean;
}

/** Farther from the floor, a line would be seen to cut through the steps of a stair. Metres. */
const offFloorMaxM = 0.08;
/** The length of a stair is that of its slope, not that of its treads and risers. Metres. */
const stairEvenM = 0.25;
/** A start over a hole takes the floor beside it. Metres. */
const besideM = 0.3;
/** A cell this near to the goal may end at the goal itself: half a diagonal of the lattice, and some room. Metres. */
const lastStepMaxM = 0.4;

/**
 * Looks for the shortest way that a person can walk on the surface of a scan, in slices of a frame's time. The same
 * world and points give the same route, however the time is sliced.
 */
export class RouteSearch {
  readonly #work: Generator<undefined, Route | null>;
  #route: Route | null | undefined;

  /**
   * @param from the eye of a walker, or a point on the floor
   * @param to a point on a floor; or a sign on a wall or a thing on a table, which is reached beside it
   */
  constructor(world: WalkWorld, from: Vector3Tuple, to: Vector3Tuple, options: { readonly stepFree: boolean }) {
    this.#work = findRoute(world, from, to, options.stepFree);
  }

  /** The route, or null if there is none within reach; undefined if the time was too short: call again. */
  run(budgetMs: number, now: () => number = () => performance.now()): Route | null | undefined {
    const endsAt = now() + budgetMs;
    while (this.#route === undefined) {
      const step = this.#work.next();
      if (step.done === true) this.#route = step.value;
      else if (now() >= endsAt) return undefined;
    }
    return this.#route;
  }
}

function* findRoute(
  world: WalkWorld,
  from: Vector3Tuple,
  to: Vector3Tuple,
  stepFree: boolean,
): Generator<undefined, Route | null> {
  const start = findStart(from, world);
  if (start === null) return null;
  const space = new BodySpace(world);
  const goal = new RouteGoal(to, world, space);
  const lattice = new FloorLattice(space, start);
  const arrival = yield* new LatticeSearch(lattice, goal, space, stepFree).search();
  if (arrival === null) return null;
  const way = listWay(arrival, lattice);
  const end = yield* findEnd(way.at(-1)!, goal, world, space, stepFree);
  if (end !== null) way.push(end);
  const legs = yield* straighten(way, space, stepFree);
  return toRoute(start, legs, stepFree);
}

function toRoute(start: Vector3Tuple, legs: readonly Leg[], stepFree: boolean): Route {
  if (legs.length === 0) return { points: [start], lengthM: 0, isStepFree: true };
  return {
    points: thinOut(legs, offFloorMaxM),
    lengthM: measureLength(thinOut(legs, stairEvenM)),
    // A search for a way without steps has taken no other.
    isStepFree: stepFree || isStepFree(joinProfiles(legs)),
  };
}

/** The floor below a point, or beside it if there is a hole. */
function findStart(from: Vector3Tuple, world: WalkWorld): Vector3Tuple | null {
  const below = findFloorBelow(from, world);
  for (let step = 0; below === null && step < 8; step++) {
    const beside = findFloorBelow(add(from, lookDirection((step * Math.PI) / 4, 0), besideM), world);
    if (beside !== null) return beside;
  }
  return below;
}

function listWay(arrival: Arrival, lattice: FloorLattice): WayPoint[] {
  const way: WayPoint[] = [];
  for (let at: Arrival | undefined = arrival; at !== undefined; at = at.last?.from) {
    const isOpen = at.last === null || at.cell.spot?.isOpen === true;
    way.push({
      position: getPosition(at.cell),
      clearanceM: isOpen ? lattice.measureNearest(at.cell) : passRadiusM,
    });
  }
  way.reverse();
  // Two cells of a narrow door may meet in its middle.
  return way.filter(({ position }, at) => at === 0 || distanceBetween(position, way[at - 1]!.position) > 1e-3);
}

/** The goal itself, if a walker can stand there and the way has come as near as the lattice can. */
function* findEnd(
  { position, clearanceM }: WayPoint,
  { floor }: RouteGoal,
  world: WalkWorld,
  space: BodySpace,
  stepFree: boolean,
): Generator<undefined, WayPoint | null> {
  if (floor === null || Math.abs(floor[1] - position[1]) > stepHeight) return null;
  const distance = distanceBetween(floor, position);
  if (distance < 1e-3 || distance > lastStepMaxM || !canStandOn(floor, world)) return null;
  const profile = yield* walkLine(space, position, floor, passRadiusM);
  if (profile === null || (stepFree && !isStepFree(profile)) || space.findTouch(floor) !== null) return null;
  return { position: floor, clearanceM };
}
