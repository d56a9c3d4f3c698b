import { joinSegments, type PlanPoint, simplifyLine } from "./polyline.ts";

/** Points within this distance of the cut count, metres. */
const bandM = 0.25;
const cellM = 0.05;
const cellsPerSideMax = 4096;
/** All storeys together: 128 MB. More or wider storeys get larger cells. */
const cellsMax = 64 * 1024 ** 2;
/** Larger cells show no walls. */
const cellMMax = 1;
/** Empty cells around each plan, so that every outline closes. */
const rimCells = 5;
const pointsPerCellMin = 3;
const toleranceM = 0.06;

interface Cut {
  readonly heightM: number;
  readonly counts: Uint16Array;
}

/** @returns the cell size of a plan, metres; null if a cloud is too wide for plans */
export function toPlanCellM(
  storeys: number,
  { min, max }: { min: readonly number[]; max: readonly number[] },
): number | null {
  const [width, depth] = [max[0]! - min[0]!, max[2]! - min[2]!];
  const cellsOfOne = cellsMax / storeys;
  const sideM = Math.max(
    cellM,
    Math.max(width, depth) / cellsPerSideMax,
    Math.sqrt((width * depth) / cellsOfOne),
    // Even a narrow strip has many cells.
    (Math.max(width, depth) * rimCells) / cellsOfOne,
  );
  return sideM <= cellMMax ? sideM : null;
}

/** Outlines the content of a point cloud at given heights in one pass. Metres, y up; plans as in `PlanPoint`. */
export class PointSlicer {
  readonly #cuts: Cut[];
  readonly #cellM: number;
  readonly #minX: number;
  readonly #minZ: number;
  readonly #columns: number;
  readonly #rows: number;

  /** @param bounds of the whole cloud; one that is too wide has no outlines, see `toPlanCellM` */
  constructor(heightsM: readonly number[], { min, max }: { min: readonly number[]; max: readonly number[] }) {
    const [width, depth] = [max[0]! - min[0]!, max[2]! - min[2]!];
    const cellM = toPlanCellM(heightsM.length, { min, max });
    this.#cellM = cellM ?? cellMMax;
    // An empty rim closes every outline.
    this.#minX = min[0]! - 2 * this.#cellM;
    this.#minZ = min[2]! - 2 * this.#cellM;
    this.#columns = Math.ceil(width / this.#cellM) + rimCells;
    this.#rows = Math.ceil(depth / this.#cellM) + rimCells;
    this.#cuts = (cellM === null ? [] : heightsM).map((heightM) => ({
      heightM,
      counts: new Uint16Array(this.#columns * this.#rows),
    }));
  }

  /** Points outside the bounds are ignored. */
  addPoint(x: number, y: number, z: number): void {
    const column = Math.floor((x - this.#minX) / this.#cellM);
    const row = Math.floor((z - this.#minZ) / this.#cellM);
    if (column < 0 || column >= this.#columns || row < 0 || row >= this.#rows) return;
    const cell = row * this.#columns + column;
    for (const { heightM, counts } of this.#cuts) {
      if (Math.abs(y - heightM) >= bandM) continue;
      counts[cell] = Math.min(65_535, (counts[cell] ?? 0) + 1);
    }
  }

  /** The outlines of each cut, in the order of the heights. */
  lines(): PlanPoint[][][] {
    return this.#cuts.map(({ counts }) =>
      joinSegments(this.#outline(this.#fill(counts)))
        .map((line) => simplifyLine(line, toleranceM))
        .filter((line) => line.length > 3),
    );
  }

  /** A cell is solid when it and its eight neighbours have at least three occupied ones: isolated points are noise. */
  #fill(counts: Uint16Array): Uint8Array {
    const solid = new Uint8Array(counts.length);
    for (let row = 1; row < this.#rows - 1; row++) {
      for (let column = 1; column < this.#columns - 1; column++) {
        let occupied = 0;
        for (let dy = -1; dy <= 1; dy++) {
          for (let dx = -1; dx <= 1; dx++) {
            if (counts[(row + dy) * this.#columns + column + dx]! >= pointsPerCellMin) occupied += 1;
          }
        }
        solid[row * this.#columns + column] = occupied >= 3 ? 1 : 0;
      }
    }
    return solid;
  }

  /** Marching squares over the cell centres. */
  #outline(solid: Uint8Array): number[] {
    const segments: number[] = [];
    const at = (column: number, row: number) => [
      this.#minX + (column + 0.5) * this.#cellM,
      this.#minZ + (row + 0.5) * this.#cellM,
    ];
    for (let row = 0; row < this.#rows - 1; row++) {
      for (let column = 0; column < this.#columns - 1; column++) {
        const index = row * this.#columns + column;
        const corners =
          solid[index]! |
          (solid[index + 1]! << 1) |
          (solid[index + this.#columns + 1]! << 2) |
          (solid[index + this.#columns]! << 3);
        const sides = sidesByCorners[corners]!;
        for (const [from, to] of sides) {
          segments.push(...at(column + sideX[from], row + sideY[from]), ...at(column + sideX[to], row + sideY[to]));
        }
      }
    }
    return segments;
  }
}

type Side = "top" | "right" | "bottom" | "left";
const sideX = { top: 0.5, right: 1, bottom: 0.5, left: 0 } as const;
const sideY = { top: 0, right: 0.5, bottom: 1, left: 0.5 } as const;

/** Sides that the outline joins, by solid corners: 1 upper left, 2 upper right, 4 lower right, 8 lower left. */
const sidesByCorners: readonly (readonly (readonly [Side, Side])[])[] = [
  [],
  [["left", "top"]],
  [["top", "right"]],
  [["left", "right"]],
  [["right", "bottom"]],
  [
    ["left", "top"],
    ["right", "bottom"],
  ],
  [["top", "bottom"]],
  [["left", "bottom"]],
  [["bottom", "left"]],
  [["top", "bottom"]],
  [
    ["top", "right"],
    ["bottom", "left"],
  ],
  [["right", "bottom"]],
  [["left", "right"]],
  [["top", "right"]],
  [["left", "top"]],
  [],
];
