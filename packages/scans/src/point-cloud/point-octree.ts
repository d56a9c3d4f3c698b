import { measureSpacing, type SortedCodes } from "./measure-spacing.ts";
import { gridLevels, type OctreeCube, toOctant, wordsPerPoint } from "./packed-points.ts";

/** A cube of the octree and the points it adds to those of its ancestors. */
export interface OctreeNode {
  readonly cube: OctreeCube;
  /**
   * Distance between neighbours among the points of this node and its ancestors, in grid steps; measured in a leaf.
   */
  readonly spacing: number;
  /** The node's own points, packed, with spatial neighbours next to each other. */
  readonly points: Uint32Array;
  readonly children: readonly OctreeNode[];
}

/** Two words of 24 bits hold 16 levels of three bits each. */
const levelsMax = 16;
const bitsPerWord = 24;
/** Neighbours are searched in cells this many levels coarser than the spacing. */
const searchLevels = 2;
/** At most 128 cells along a node's side. */
export const cellLevelsMax = 7;
/** A compressed tile with this many points is about 100 kB, which is what the first picture waits for. */
export const innerPointsMax = 14_000;
export const leafPointsMax = 20_000;
/** More points in the same place are divided between tiles like any others. */
const samePointMax = 8;
/** Fewer points are not worth a separate file. */
export const tilePointsMin = 1000;

/**
 * Sorts the points of one cube into an octree for additive refinement: each node holds one point per cell of a grid
 * over its cube, so a coarse picture is a subset of the fine one and no point is stored twice. Takes about 30 bytes of
 * memory per point besides the points.
 * @param words packed points inside the cube, at least one
 */
export function buildOctree(words: Uint32Array, cube: OctreeCube): OctreeNode {
  const count = words.length / wordsPerPoint;
  const levels = Math.min(levelsMax, gridLevels - cube.level);
  const sorted = sortByMorton(words, cube.level);
  const { order } = sorted;
  const partings = findPartings(sorted);
  const taken = new Uint8Array(count);

  // How many of a node's points differ from their predecessor at each level.
  const partingCounts = new Uint32Array(levelsMax + 2);
  const countPartings = (first: number, end: number): void => {
    partingCounts.fill(0);
    for (let i = first + 1; i < end; i++) partingCounts[partings[i]!]!++;
  };
  /** The finest grid that leaves at most `innerPointsMax` points in the node. */
  const findCellLevels = (level: number): number => {
    let filled = 1;
    for (let at = 1; at <= level + 1; at++) filled += partingCounts[at]!;
    let cells = 1;
    while (cells < Math.min(cellLevelsMax, levels - level)) {
      filled += partingCounts[level + cells + 1]!;
      if (filled > innerPointsMax) break;
      cells++;
    }
    return cells;
  };
  const toSteps = (level: number) => 2 ** (gridLevels - cube.level - level);
  const toCell = toCells(cube.level);
  const measureLeaf = (first: number, end: number, level: number): number => {
    const shared = findSharedLevel(first, end, level);
    const searched = Math.max(level, shared - searchLevels);
    return measureSpacing(words, sorted, toCell, [first, end], searched) ?? toSteps(shared);
  };
  /** The level at which two points share a cell on average: its cells are about as wide as points are apart. */
  const findSharedLevel = (first: number, end: number, level: number): number => {
    const cellsMax = Math.min(2 * cellLevelsMax, levels - level);
    countPartings(first, end);
    let filled = 1;
    for (let at = 1; at <= level; at++) filled += partingCounts[at]!;
    for (let cells = 1; cells < cellsMax; cells++) {
      filled += partingCounts[level + cells]!;
      if (filled * 2 > end - first) return level + cells;
    }
    return level + cellsMax;
  };
  const countLeft = (first: number, end: number): number => {
    let left = 0;
    for (let i = first; i < end; i++) left += 1 - taken[i]!;
    return left;
  };
  // The points of the node being built; `gatherTaken` returns them before the next node starts.
  const scratch = new Uint32Array(count);
  let scratchCount = 0;
  const take = (point: number) => {
    taken[point] = 1;
    scratch[scratchCount++] = order[point]!;
  };
  const gatherTaken = (): Uint32Array => {
    const points = gather(words, scratch.subarray(0, scratchCount));
    scratchCount = 0;
    return points;
  };
  /** Takes a point and those in the same place: in one tile, they stay in the file's order, and its last one is seen. */
  const takePoint = (point: number, first: number, end: number): void => {
    let [start, stop] = [point, point + 1];
    while (start > first && partings[start]! > levelsMax) start--;
    while (stop < end && partings[stop]! > levelsMax) stop++;
    if (stop - start > samePointMax || scratchCount + stop - start > leafPointsMax) take(point);
    else for (let i = start; i < stop; i++) if (!taken[i]) take(i);
  };
  /** Takes one place from every cell, the middle one in order. */
  const takeFromCells = (first: number, end: number, level: number): void => {
    for (let start = first; start < end; ) {
      let stop = start + 1;
      while (stop < end && partings[stop]! > level) stop++;
      const middle = (start + stop) >> 1;
      for (let distance = 0; distance < stop - start; distance++) {
        const candidate = distance & 1 ? middle - ((distance + 1) >> 1) : middle + (distance >> 1);
        if (candidate < start || candidate >= stop || taken[candidate]) continue;
        takePoint(candidate, start, stop);
        break;
      }
      start = stop;
    }
  };
  const takeAll = (first: number, end: number): void => {
    for (let i = first; i < end; i++) if (!taken[i]) take(i);
  };

  /** @param left how many of the points from `first` up to `end` no node has taken yet; at least one */
  const build = (at: OctreeCube, level: number, first: number, end: number, left: number): OctreeNode => {
    if (left <= (at.level === 0 ? innerPointsMax : leafPointsMax)) {
      takeAll(first, end);
      return { cube: at, spacing: measureLeaf(first, end, level), points: gatherTaken(), children: [] };
    }
    if (level === levels) {
      takeAll(first, end);
      return toStackedLeaves(gatherTaken(), at);
    }
    countPartings(first, end);
    const cells = findCellLevels(level);
    takeFromCells(first, end, level + cells);
    const below: { octant: number; start: number; stop: number; few: number }[] = [];
    for (let start = first; start < end; ) {
      let stop = start + 1;
      while (stop < end && partings[stop]! > level + 1) stop++;
      const few = countLeft(start, stop);
      if (few < tilePointsMin && scratchCount + few <= leafPointsMax) takeAll(start, stop);
      else if (few > 0) below.push({ octant: octantAt(sorted, start, level), start, stop, few });
      start = stop;
    }
    const points = gatherTaken();
    const children = below.map(({ octant, start, stop, few }) =>
      build(toOctant(at, octant), level + 1, start, stop, few),
    );
    return { cube: at, spacing: toSteps(level + cells), points, children };
  };

  return build(cube, 0, 0, count, count);
}

/** For each point, the coarsest level that separates it from its predecessor; one beyond the finest if none does. */
function findPartings({ high, low }: SortedCodes): Uint8Array {
  const partings = new Uint8Array(high.length);
  for (let i = 1; i < partings.length; i++) {
    const highBits = high[i - 1]! ^ high[i]!;
    const bits = highBits === 0 ? low[i - 1]! ^ low[i]! : highBits;
    const level = (((Math.clz32(bits) - 8) / 3) | 0) + 1;
    if (highBits !== 0) partings[i] = level;
    else partings[i] = bits === 0 ? levelsMax + 1 : level + levelsMax / 2;
  }
  return partings;
}

/** The octant, in a cube `level` levels below that of the codes, that contains a point. */
function octantAt({ high, low }: SortedCodes, point: number, level: number): number {
  const shift = (levelsMax - 1 - level) * 3;
  return (shift >= bitsPerWord ? high[point]! >>> (shift - bitsPerWord) : low[point]! >>> shift) & 7;
}

/**
 * Points in practically the same place, at the maximum depth: splitting them into several leaves keeps the files small.
 * Their keys append a letter to the cube's key.
 */
export function toStackedLeaves(words: Uint32Array, cube: OctreeCube, firstLeaf = 0): OctreeNode {
  const leafWords = leafPointsMax * wordsPerPoint;
  const children: OctreeNode[] = [];
  for (let at = leafWords; at < words.length; at += leafWords) {
    const key = `${cube.key}x${firstLeaf + children.length}`;
    children.push({ cube: { ...cube, key }, spacing: 0, points: words.subarray(at, at + leafWords), children: [] });
  }
  const spacing = 2 ** (gridLevels - cube.level);
  return { cube, spacing, points: words.subarray(0, leafWords), children };
}

/** Sorts the points of a cube so that spatial neighbours are adjacent, which compresses best. */
export function sortPoints(words: Uint32Array, cube: OctreeCube): Uint32Array {
  return gather(words, sortByMorton(words, cube.level).order);
}

function gather(words: Uint32Array, points: Uint32Array): Uint32Array {
  const gathered = new Uint32Array(points.length * wordsPerPoint);
  for (let i = 0; i < points.length; i++) {
    const from = points[i]! * wordsPerPoint;
    const to = i * wordsPerPoint;
    gathered[to] = words[from]!;
    gathered[to + 1] = words[from + 1]!;
    gathered[to + 2] = words[from + 2]!;
    gathered[to + 3] = words[from + 3]!;
    gathered[to + 4] = words[from + 4]!;
  }
  return gathered;
}

/** Interleaves the bits of three 8-bit numbers by table, spreading one byte over 24 bits. */
const spread = Uint32Array.from({ length: 256 }, (_, byte) => {
  let bits = 0;
  for (let bit = 0; bit < 8; bit++) if ((byte >> bit) & 1) bits |= 1 << (bit * 3);
  return bits;
});

/** The 16 levels of a coordinate below `level`. */
function toCells(level: number): (coordinate: number) => number {
  const shift = gridLevels - level - levelsMax;
  return (coordinate) => (shift >= 0 ? coordinate >>> shift : coordinate << -shift) & 0xffff;
}

/** Morton codes of the 16 levels below `level`, sorted, and the points in that order. */
function sortByMorton(words: Uint32Array, level: number): SortedCodes {
  const count = words.length / wordsPerPoint;
  const high = new Uint32Array(count);
  const low = new Uint32Array(count);
  const toCell = toCells(level);
  for (let i = 0; i < count; i++) {
    const x = toCell(words[i * wordsPerPoint]!);
    const y = toCell(words[i * wordsPerPoint + 1]!);
    const z = toCell(words[i * wordsPerPoint + 2]!);
    high[i] = (spread[x >> 8]! << 2) | (spread[y >> 8]! << 1) | spread[z >> 8]!;
    low[i] = (spread[x & 255]! << 2) | (spread[y & 255]! << 1) | spread[z & 255]!;
  }
  // Least significant digit first, twelve bits at a time; each pass is stable. Both words move along with the order:
  // looking them up in place would miss the processor's cache at every step.
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  let from = { order, high, low };
  let to = { order: new Uint32Array(count), high: new Uint32Array(count), low: new Uint32Array(count) };
  for (const [name, digitShift] of [
    ["low", 0],
    ["low", 12],
    ["high", 0],
    ["high", 12],
  ] as const) {
    sortByDigit(from, to, from[name], digitShift);
    [from, to] = [to, from];
  }
  return from;
}

function sortByDigit(from: SortedCodes, to: SortedCodes, word: Uint32Array, digitShift: number): void {
  const { order, high, low } = from;
  const starts = new Uint32Array(4097);
  for (let i = 0; i < word.length; i++) starts[((word[i]! >>> digitShift) & 4095) + 1]!++;
  for (let digit = 0; digit < 4096; digit++) starts[digit + 1]! += starts[digit]!;
  for (let i = 0; i < word.length; i++) {
    const at = starts[(word[i]! >>> digitShift) & 4095]!++;
    to.order[at] = order[i]!;
    to.high[at] = high[i]!;
    to.low[at] = low[i]!;
  }
}
