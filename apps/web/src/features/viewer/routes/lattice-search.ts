import type { BodySpace } from "./body-space.ts";
import { directions } from "./directions.ts";
import { type Cell, type FloorLattice, getPosition } from "./floor-lattice.ts";
import { type Move, measureCost, measureHole, sampleMove } from "./lattice-move.ts";
import { PriorityQueue } from "./priority-queue.ts";
import type { RouteGoal } from "./route-goal.ts";
import { type FloorProfile, isStepFree } from "./step-free.ts";

/**
 * Cells that a search walks through: 2,500 m² of floor. Each costs about ten casts, so that a search of this size is
 * seconds of work even on a mesh, spread over frames; a visitor won't wait longer for a line on the floor.
 */
const cellsMax = 40_000;
/** Whether a wheelchair can roll on is judged by this much of the way. Metres. */
const judgedM = 2;

/** A cell and how the search got there. */
export interface Arrival {
  readonly cell: Cell;
  /** Null at the start. */
  readonly last: CheckedStep | null;
  readonly costM: number;
  /** Length of the holes just passed. Metres. */
  readonly holeM: number;
}

interface CheckedStep {
  readonly from: Arrival;
  /** The floor along the move, if steps matter. */
  readonly profile: FloorProfile | null;
}

/** What is queued: a step that costs casts to check, one that is checked, or the end. */
type Candidate =
  | { readonly kind: "step"; readonly from: Arrival; readonly move: Move; readonly holeM: number }
  | { readonly kind: "arrival" | "stop"; readonly arrival: Arrival };

/**
 * The cheapest way over a lattice from its start to a goal: A*, in which a step is checked only when none promises
 * more.
 */
export class LatticeSearch {
  readonly #lattice: FloorLattice;
  readonly #goal: RouteGoal;
  readonly #space: BodySpace;
  readonly #stepFree: boolean;
  readonly #queue = new PriorityQueue<Candidate>();
  readonly #reached = new Set<Cell>();

  constructor(lattice: FloorLattice, goal: RouteGoal, space: BodySpace, stepFree: boolean) {
    this.#lattice = lattice;
    this.#goal = goal;
    this.#space = space;
    this.#stepFree = stepFree;
  }

  /** Returns the stop at the goal; null if there is no way. Yields often: the caller may pause there. */
  *search(): Generator<undefined, Arrival | null> {
    this.#reach({ cell: this.#lattice.start, last: null, costM: 0, holeM: 0 });
    for (let next = this.#queue.pop(); next !== undefined; next = this.#queue.pop()) {
      if (next.kind === "stop") return next.arrival;
      const cell = next.kind === "step" ? next.move.to : next.arrival.cell;
      if (this.#reached.has(cell)) continue;
      if (next.kind === "step") this.#check(next.from, next.move, next.holeM);
      else this.#reach(next.arrival);
      if (this.#reached.size >= cellsMax) return null;
      yield;
    }
    return null;
  }

  #reach(arrival: Arrival): void {
    const { cell, costM } = arrival;
    this.#reached.add(cell);
    const stopM = this.#goal.stopCostM(cell);
    if (stopM !== null) this.#queue.push({ kind: "stop", arrival }, costM + stopM);
    for (const [heading, { lengthM }] of directions.entries()) {
      const to = this.#lattice.findNext(cell, heading);
      if (to === null || this.#reached.has(to)) continue;
      // Between two neighbours, a corner would be cut.
      if (heading % 2 === 1 && !this.#isEvenBeside(cell, heading)) continue;
      const move: Move = { from: cell, to, heading };
      const holeM = measureHole(move, arrival.holeM);
      if (holeM === null) continue;
      const leastM = Math.hypot(lengthM, to.y - cell.y);
      this.#queue.push({ kind: "step", from: arrival, move, holeM }, costM + leastM + this.#goal.estimateM(to));
    }
  }

  #isEvenBeside(cell: Cell, heading: number): boolean {
    return this.#lattice.isEven(cell, (heading + 1) & 7) && this.#lattice.isEven(cell, (heading + 7) & 7);
  }

  #check(from: Arrival, move: Move, holeM: number): void {
    const moveM = measureCost(move, this.#lattice, this.#space, from.last === null);
    if (moveM === null) return;
    const profile = this.#stepFree ? this.#sample(move) : null;
    if (this.#stepFree && !(profile !== null && goesOnEvenly(from, profile))) return;
    const costM = from.costM + moveM;
    const arrival: Arrival = { cell: move.to, last: { from, profile }, costM, holeM };
    this.#queue.push({ kind: "arrival", arrival }, costM + this.#goal.estimateM(move.to));
  }

  #sample({ from, to }: Move): FloorProfile | null {
    return sampleMove(getPosition(from), getPosition(to), this.#space);
  }
}

function goesOnEvenly(arrival: Arrival, next: FloorProfile): boolean {
  return isStepFree(joinProfiles(arrival, next), next.heightM.length);
}

/** The floor along the last metres of a way and the next step. */
function joinProfiles(arrival: Arrival, next: FloorProfile): FloorProfile {
  const parts = [next];
  let [, startY] = getPosition(arrival.cell);
  let lengthM = 0;
  for (let at = arrival; at.last?.profile && lengthM < judgedM; at = at.last.from) {
    parts.unshift(at.last.profile);
    lengthM += at.last.profile.alongM.at(-1)!;
    startY = getPosition(at.last.from.cell)[1];
  }
  const joined: FloorProfile = { alongM: [0], heightM: [startY] };
  for (const { alongM, heightM } of parts) {
    const beforeM = joined.alongM.at(-1)!;
    joined.alongM.push(...alongM.map((along) => beforeM + along));
    joined.heightM.push(...heightM);
  }
  return joined;
}
