import type { Vector3Tuple } from "../scene/scene.ts";
import { stepHeight } from "../walking/walk-physics.ts";
import { type BodySpace, passRadiusM, riserMaxM, sameLevelM } from "./body-space.ts";
import { type Clearance, measureClearance, roomyM } from "./clearance.ts";
import { cellM, directions } from "./directions.ts";

/** Cells from the start to the end of the lattice: 1 km. */
const reachCells = 4096;
/** Steps aside from what is too near, until the body fits. Metres. */
const asideStepM = 0.07;
const asideMaxM = 2 * asideStepM;

/** A point of a floor on the lattice. Scene coordinates, metres. */
export interface Cell {
  readonly ix: number;
  readonly iz: number;
  readonly x: number;
  /** Of the floor; of the floor next to it if there is a hole. */
  readonly y: number;
  readonly z: number;
  /** `blocked`: something is in the way, or the floor ends, for feet at this height. */
  readonly kind: "floor" | "hole" | "blocked";
  /** Null until computed. */
  clearance: Clearance | null;
  /** Where a body fits, a little aside at most; null if nowhere, undefined until computed. */
  spot: Spot | null | undefined;
}

/** A point of a floor where nothing touches the body. */
export interface Spot {
  readonly position: Vector3Tuple;
  /** It is the centre of its cell. */
  readonly isCentre: boolean;
  /** No wall crosses the square between the eight neighbours, and nothing low is on its sides. */
  readonly isOpen: boolean;
}

/**
 * The floors of a world as far as they were asked about, in cells around a start. Floors above each other are cells of
 * one column.
 */
export class FloorLattice {
  readonly start: Cell;
  readonly #space: BodySpace;
  readonly #origin: Vector3Tuple;
  readonly #columns = new Map<number, Cell[]>();

  /** @param start a point of a floor, where a person stands, however narrow it is */
  constructor(space: BodySpace, start: Vector3Tuple) {
    this.#space = space;
    this.#origin = start;
    this.start = this.#addCell(0, 0, start[1], "floor");
    this.start.spot = { position: start, isCentre: true, isOpen: false };
  }

  /** The cell that feet reach with one step; null if something is in the way. */
  findNext(from: Cell, heading: number): Cell | null {
    const { stepX, stepZ } = directions[heading]!;
    const [ix, iz] = [from.ix + stepX, from.iz + stepZ];
    if (Math.max(Math.abs(ix), Math.abs(iz)) >= reachCells) return null;
    const cell = this.#findKnown(ix, iz, from.y) ?? this.#findCell(ix, iz, from.y);
    return cell.kind === "blocked" ? null : cell;
  }

  /** Whether the floor goes on in a direction, without a seat, a table or a drop. */
  isEven(cell: Cell, heading: number): boolean {
    const next = this.findNext(cell, heading);
    return next !== null && Math.abs(next.y - cell.y) <= riserMaxM;
  }

  getClearance(cell: Cell): Clearance {
    cell.clearance ??= measureClearance(
      getPosition(cell),
      directions.map(({ stepX, stepZ }) => this.#findClearance(cell.ix + stepX, cell.iz + stepZ, cell.y)),
      this.#space,
    );
    return cell.clearance;
  }

  /** Distance of the nearest wall, table, seat or drop, at most `roomyM`; metres. */
  measureNearest(cell: Cell): number {
    const { freeM, isWall } = this.getClearance(cell);
    let nearestM = roomyM;
    for (let heading = 0; heading < 8; heading++) {
      if (isWall[heading]) nearestM = Math.min(nearestM, freeM[heading]!);
      const { lengthM } = directions[heading]!;
      // Something low or a drop begins between the cell and the next, on average in the middle.
      const isLedge = freeM[heading]! >= lengthM && !this.isEven(cell, heading);
      if (isLedge) nearestM = Math.min(nearestM, lengthM / 2);
    }
    return nearestM;
  }

  /** Where a body fits at a cell, a little aside from what is too near: the middle of a door is seldom in line. */
  findSpot(cell: Cell): Spot | null {
    if (cell.spot === undefined) {
      const centre = getPosition(cell);
      const isOpen = this.#isSquareFree(cell);
      const position = isOpen ? centre : this.#stepAside(centre, this.getClearance(cell));
      cell.spot = position === null ? null : { position, isCentre: position === centre, isOpen };
    }
    return cell.spot;
  }

  /** Clearances of the four nearest neighbours tell about the sides of the square. */
  #isSquareFree(cell: Cell): boolean {
    const { freeM } = this.getClearance(cell);
    return [0, 2, 4, 6].every((heading) => {
      if (freeM[heading]! < cellM || !this.isEven(cell, heading)) return false;
      const beside = this.getClearance(this.findNext(cell, heading)!).freeM;
      return beside[(heading + 2) & 7]! >= cellM && beside[(heading + 6) & 7]! >= cellM;
    });
  }

  #stepAside(centre: Vector3Tuple, { freeM, isWall }: Clearance): Vector3Tuple | null {
    // Too deep in a wall for any step aside: spares the casts.
    if (freeM.some((free, heading) => isWall[heading]! && free < passRadiusM - asideMaxM)) return null;
    let spot = centre;
    for (let asideM = asideStepM; ; asideM += asideStepM) {
      const touch = this.#space.findTouch(spot);
      if (touch === null) return spot;
      const awayM = Math.hypot(...touch);
      // Things on both sides: there is nowhere to go.
      if (asideM > asideMaxM || awayM < passRadiusM / 3) return null;
      const [x, z] = [spot[0] - (touch[0] / awayM) * asideStepM, spot[2] - (touch[1] / awayM) * asideStepM];
      const floor = this.#space.findFloor(x, z, spot[1]);
      if (floor === "blocked") return null;
      spot = [x, floor === "hole" ? spot[1] : floor, z];
    }
  }

  #findClearance(ix: number, iz: number, y: number): Clearance | null {
    for (const cell of this.#columns.get(toKey(ix, iz)) ?? []) {
      if (cell.clearance !== null && Math.abs(cell.y - y) <= sameLevelM) return cell.clearance;
    }
    return null;
  }

  #findKnown(ix: number, iz: number, fromY: number): Cell | null {
    for (const cell of this.#columns.get(toKey(ix, iz)) ?? []) {
      if (Math.abs(cell.y - fromY) <= (cell.kind === "floor" ? stepHeight : sameLevelM)) return cell;
    }
    return null;
  }

  #findCell(ix: number, iz: number, fromY: number): Cell {
    const floor = this.#space.findFloor(this.#origin[0] + ix * cellM, this.#origin[2] + iz * cellM, fromY);
    return typeof floor === "number" ? this.#addCell(ix, iz, floor, "floor") : this.#addCell(ix, iz, fromY, floor);
  }

  #addCell(ix: number, iz: number, y: number, kind: Cell["kind"]): Cell {
    const [x, z] = [this.#origin[0] + ix * cellM, this.#origin[2] + iz * cellM];
    const cell: Cell = { ix, iz, x, y, z, kind, clearance: null, spot: undefined };
    const key = toKey(ix, iz);
    const column = this.#columns.get(key);
    if (column === undefined) this.#columns.set(key, [cell]);
    else column.push(cell);
    return cell;
  }
}

/** Where a body stands at a cell; its centre until that is computed. */
export function getPosition({ spot, x, y, z }: Cell): Vector3Tuple {
  return spot?.position ?? [x, y, z];
}

function toKey(ix: number, iz: number): number {
  return (ix + reachCells) * 2 * reachCells + iz + reachCells;
}
