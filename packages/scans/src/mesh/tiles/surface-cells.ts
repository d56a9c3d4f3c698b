import type { Bounds } from "@blueprint/contract/scan-report";

/** Cells along the longest side of a scan. */
const cellsMax = 256;
/** How far a surface looks for what shades it: as far as the light of a room's corner reaches. */
const reachMostM = 1.5;
const reachCells = { least: 6, most: 24 };
/** A flat surface doesn't reach its own cells from here. */
const startCells = 2;
const directionCount = 16;
/** Where the way starts within another surface: a right angle keeps away half of the light. */
const creaseOpenness = 0.5;
/** Meshes with more than this overlap themselves many times: nothing in them is open, and marking would take minutes. */
const marksMax = 4e7;

type Place = readonly number[];

/** The cells of a regular grid that surfaces cross: coarse enough to look around from every vertex of a scan. */
export class SurfaceCells {
  /** How far surfaces shade each other, metres. */
  readonly reachM: number;
  readonly #cellM: number;
  readonly #min: readonly [number, number, number];
  readonly #counts: readonly [number, number, number];
  readonly #bits: Uint32Array;
  readonly #directions = spreadDirections();
  #marks = 0;

  constructor({ min, max }: Bounds) {
    const sides = min.map((low, axis) => max[axis]! - low);
    this.#cellM = Math.max(Math.max(...sides) / cellsMax, Number.MIN_VALUE);
    this.reachM = Math.min(reachCells.most, Math.max(reachCells.least, reachMostM / this.#cellM)) * this.#cellM;
    this.#min = min;
    this.#counts = sides.map((side) => Math.floor(side / this.#cellM) + 1) as [number, number, number];
    this.#bits = new Uint32Array(Math.ceil(this.#counts.reduce((product, count) => product * count, 1) / 32));
  }

  /** Marks the cells of a triangle: by points half a cell apart. */
  addTriangle(a: Place, b: Place, c: Place): void {
    if (this.#marks > marksMax) return;
    // Rows lie along the shortest edge, so that a splinter has few points a row.
    const [ab, bc, ca] = [distance(a, b), distance(b, c), distance(c, a)];
    if (bc <= ab && bc <= ca) this.#fill(a, b, c, Math.max(ab, ca), bc);
    else if (ca <= ab) this.#fill(b, c, a, Math.max(ab, bc), ca);
    else this.#fill(c, a, b, Math.max(bc, ca), ab);
  }

  /**
   * The share of light that reaches a place from the side of its normal, 0–1: what is near keeps away more.
   * @param at metres, delivered frame
   * @param normal of unit length
   */
  findOpenness([x, y, z]: Place, [nx, ny, nz]: Place): number {
    if (this.#marks > marksMax) return 1;
    const cellM = this.#cellM;
    const reach = this.reachM / cellM;
    // Two directions across the normal (Duff et al. 2017).
    const sign = nz! >= 0 ? 1 : -1;
    const p = -1 / (sign + nz!);
    const q = nx! * ny! * p;
    const [ux, uy, uz] = [1 + sign * nx! * nx! * p, sign * q, -sign * nx!];
    const [vx, vy, vz] = [q, sign + ny! * ny! * p, -ny!];
    const startM = startCells * cellM;
    const [startX, startY, startZ] = [x! + nx! * startM, y! + ny! * startM, z! + nz! * startM];
    if (this.#isMarked(startX, startY, startZ)) return creaseOpenness;
    let shade = 0;
    for (let at = 0; at < this.#directions.length; at += 3) {
      const [across, along, up] = [this.#directions[at]!, this.#directions[at + 1]!, this.#directions[at + 2]!];
      const dx = across * ux + along * vx + up * nx!;
      const dy = across * uy + along * vy + up * ny!;
      const dz = across * uz + along * vz + up * nz!;
      for (let step = 1; step <= reach - startCells; step++) {
        const wayM = step * cellM;
        if (!this.#isMarked(startX + dx * wayM, startY + dy * wayM, startZ + dz * wayM)) continue;
        shade += 1 - step / reach;
        break;
      }
    }
    return 1 - shade / directionCount;
  }

  #fill(tip: Place, b: Place, c: Place, lengthM: number, widthM: number): void {
    const rows = Math.ceil((lengthM / this.#cellM) * 2);
    const columns = Math.ceil((widthM / this.#cellM) * 2);
    // A triangle within a cell takes no more than its corners.
    this.#marks += Math.max(0, rows * (columns / 2 + 1) - 2);
    const [tipX, tipY, tipZ] = [tip[0]!, tip[1]!, tip[2]!];
    const [toX, toY, toZ] = [b[0]! - tipX, b[1]! - tipY, b[2]! - tipZ];
    const [sideX, sideY, sideZ] = [c[0]! - b[0]!, c[1]! - b[1]!, c[2]! - b[2]!];
    for (let row = 0; row <= rows; row++) {
      const u = rows === 0 ? 1 : row / rows;
      const inRow = Math.ceil(columns * u);
      for (let column = 0; column <= inRow; column++) {
        const v = inRow === 0 ? 0 : column / inRow;
        this.#mark(tipX + u * (toX + v * sideX), tipY + u * (toY + v * sideY), tipZ + u * (toZ + v * sideZ));
      }
    }
  }

  #mark(x: number, y: number, z: number): void {
    const cell = this.#find(x, y, z);
    if (cell >= 0) this.#bits[cell >>> 5]! |= 1 << (cell & 31);
  }

  #isMarked(x: number, y: number, z: number): boolean {
    const cell = this.#find(x, y, z);
    return cell >= 0 && ((this.#bits[cell >>> 5]! >>> (cell & 31)) & 1) === 1;
  }

  #find(x: number, y: number, z: number): number {
    const [minX, minY, minZ] = this.#min;
    const [countX, countY, countZ] = this.#counts;
    const column = Math.floor((x - minX) / this.#cellM);
    const layer = Math.floor((y - minY) / this.#cellM);
    const row = Math.floor((z - minZ) / this.#cellM);
    const isInside = column >= 0 && layer >= 0 && row >= 0 && column < countX && layer < countY && row < countZ;
    return isInside ? (layer * countZ + row) * countX + column : -1;
  }
}

const distance = (a: Place, b: Place) => Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);

/** Directions over a half space around its third axis, more of them near the axis: as surfaces receive light. */
function spreadDirections(): Float64Array {
  const directions = new Float64Array(directionCount * 3);
  for (let at = 0; at < directionCount; at++) {
    const share = (at + 0.5) / directionCount;
    const angle = at * 2.399_963;
    const across = Math.sqrt(share);
    directions.set([across * Math.cos(angle), across * Math.sin(angle), Math.sqrt(1 - share)], at * 3);
  }
  return directions;
}
