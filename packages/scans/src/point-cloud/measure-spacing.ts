import { wordsPerPoint } from "./packed-points.ts";

/** Points in the order of their Morton codes: 16 levels of three bits, 24 bits in each word. */
export interface SortedCodes {
  readonly order: Uint32Array;
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

const codeLevels = 16;
const wordRange = 2 ** 24;
const samplesMax = 256;
/** Square grids have four neighbours at their spacing; among random points, the fourth is 8 % farther than 1 / √density. */
const neighbours = 4;

/**
 * Distance between neighbouring points of a surface, in grid steps: how far the fourth nearest place with a point is,
 * the mean of the middle half of a sample. Points in the same place count once.
 * @param toCell the 16 levels of a coordinate that the codes are made of
 * @param cellLevel level of cells that are several times as wide as the spacing: neighbours are searched in them
 * @returns null if too few points have four neighbours that near
 */
export function measureSpacing(
  words: Uint32Array,
  { order, high, low }: SortedCodes,
  toCell: (coordinate: number) => number,
  [first, end]: readonly [first: number, end: number],
  cellLevel: number,
): number | null {
  const shift = codeLevels - cellLevel;
  const cellCodes = 8 ** shift;
  const codeAt = (i: number) => high[i]! * wordRange + low[i]!;
  const findFirst = (code: number): number => {
    let [from, to] = [first, end];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (codeAt(middle) < code) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  const cellsMax = 2 ** cellLevel;
  const nearest = new NearestPoints();
  const measureAt = (sample: number): number => {
    const at = order[sample]! * wordsPerPoint;
    const [x, y, z] = [words[at]!, words[at + 1]!, words[at + 2]!];
    const cell = [x, y, z].map((coordinate) => toCell(coordinate) >>> shift) as [number, number, number];
    nearest.clear();
    for (let neighbour = 0; neighbour < 27; neighbour++) {
      const cx = cell[0] + (neighbour % 3) - 1;
      const cy = cell[1] + (Math.floor(neighbour / 3) % 3) - 1;
      const cz = cell[2] + Math.floor(neighbour / 9) - 1;
      if (Math.min(cx, cy, cz) < 0 || Math.max(cx, cy, cz) >= cellsMax) continue;
      const code = toMorton(cx, cy, cz) * cellCodes;
      for (let i = findFirst(code); i < end && codeAt(i) < code + cellCodes; i++) {
        const other = order[i]! * wordsPerPoint;
        nearest.add(words[other]! - x, words[other + 1]! - y, words[other + 2]! - z);
      }
    }
    return nearest.farthest;
  };
  const count = Math.min(samplesMax, end - first);
  const distances: number[] = [];
  for (let sample = 0; sample < count; sample++) {
    const distance = measureAt(first + Math.floor((sample * (end - first)) / count));
    if (Number.isFinite(distance)) distances.push(distance);
  }
  if (distances.length * 2 < count) return null;
  distances.sort((a, b) => a - b);
  const middle = distances.slice(distances.length >> 2, distances.length - (distances.length >> 2));
  return middle.reduce((sum, distance) => sum + distance, 0) / middle.length;
}

/** The nearest places to a point, other than its own. */
class NearestPoints {
  readonly #places = new Float64Array(neighbours * 3);
  readonly #squares = new Float64Array(neighbours);

  clear(): void {
    this.#squares.fill(Number.POSITIVE_INFINITY);
  }

  add(x: number, y: number, z: number): void {
    const square = x * x + y * y + z * z;
    const [places, squares] = [this.#places, this.#squares];
    if (square === 0 || square >= squares[neighbours - 1]!) return;
    let at = 0;
    while (squares[at]! < square) at++;
    for (let same = at; same < neighbours && squares[same] === square; same++) {
      if (places[same * 3] === x && places[same * 3 + 1] === y && places[same * 3 + 2] === z) return;
    }
    squares.copyWithin(at + 1, at, neighbours - 1);
    places.copyWithin((at + 1) * 3, at * 3, (neighbours - 1) * 3);
    squares[at] = square;
    places.set([x, y, z], at * 3);
  }

  /** Infinite while there are too few. */
  get farthest(): number {
    return Math.sqrt(this.#squares[neighbours - 1]!);
  }
}

function toMorton(x: number, y: number, z: number): number {
  let code = 0;
  for (let level = codeLevels - 1; level >= 0; level--) {
    code = code * 8 + (((x >>> level) & 1) << 2) + (((y >>> level) & 1) << 1) + ((z >>> level) & 1);
  }
  return code;
}
