import { findBounds } from "./point-bounds.ts";

/** A cube of the octree and the points it adds to those of the cubes around it. */
export interface OctreeNode {
  /** `r` and then the octants on the way down, with a letter behind for one of several leaves in the same cube. */
  readonly key: string;
  /** Lowest corner of the cube. */
  readonly min: readonly [number, number, number];
  readonly side: number;
  /** Distance between neighbours in the picture made of this node and those around it; estimated in a leaf. */
  readonly spacing: number;
  /** Indices of points in `PointOctree.order`, from `firstPoint` to `endPoint`, belong to this cube and those inside. */
  readonly firstPoint: number;
  readonly endPoint: number;
  /** The node's own points, as indices into the cloud, neighbours in space next to each other. */
  readonly points: Uint32Array;
  readonly children: readonly OctreeNode[];
}

export interface PointOctree {
  readonly root: OctreeNode;
  readonly nodeCount: number;
  /** All points in Morton order, as indices into the cloud. */
  readonly order: Uint32Array;
}

/** Two words of 24 bits hold 16 levels of three bits each. */
const levels = 16;
const bitsPerWord = 24;
/** At most 128 cells along a node's side. */
const gridLevelsMax = 7;
const innerPointsMax = 16_000;
const leafPointsMax = 20_000;

/**
 * Sorts a cloud into an octree for additive refinement: each node holds one point per cell of a grid over its cube, so
 * a coarse picture is a part of the fine one and no point is stored twice.
 * @param positions metres; all finite, at least one point
 */
export function buildPointOctree(positions: Float32Array): PointOctree {
  const count = positions.length / 3;
  const bounds = findBounds(positions);
  const extents = bounds.max.map((high, axis) => high - bounds.min[axis]!);
  // A little larger than the cloud, so that the highest coordinate falls into the last cell.
  const side = Math.max(...extents, 1e-3) * (1 + 1e-6);
  const { order, high, low } = sortByMorton(positions, bounds.min, side);
  const taken = new Uint8Array(count);
  let nodeCount = 0;

  /** The cell a point is in at a level, as two numbers that are equal for points of the same cell. */
  const isSameCell = (a: number, b: number, level: number): boolean => {
    const shift = (levels - level) * 3;
    return shift >= bitsPerWord
      ? high[a]! >>> (shift - bitsPerWord) === high[b]! >>> (shift - bitsPerWord)
      : high[a] === high[b] && low[a]! >>> shift === low[b]! >>> shift;
  };
  const octantOf = (point: number, level: number): number => {
    const shift = (levels - 1 - level) * 3;
    return (shift >= bitsPerWord ? high[point]! >>> (shift - bitsPerWord) : low[point]! >>> shift) & 7;
  };
  /** The finest grid that leaves at most `innerPointsMax` points in the node. */
  const findGridLevels = (first: number, end: number, level: number): number => {
    for (let grid = Math.min(gridLevelsMax, levels - level); grid > 1; grid--) {
      let cells = 1;
      for (let i = first + 1; i < end && cells <= innerPointsMax; i++) {
        if (!isSameCell(i - 1, i, level + grid)) cells++;
      }
      if (cells <= innerPointsMax) return grid;
    }
    return 1;
  };
  /** The size of the cells of which two points share one on average: that far apart are the points themselves. */
  const estimateSpacing = (first: number, end: number, level: number): number => {
    const gridMax = Math.min(2 * gridLevelsMax, levels - level);
    for (let grid = 1; grid < gridMax; grid++) {
      let cells = 1;
      for (let i = first + 1; i < end; i++) if (!isSameCell(i - 1, i, level + grid)) cells++;
      if (cells * 2 > end - first) return side / 2 ** (level + grid);
    }
    return side / 2 ** (level + gridMax);
  };
  /** Takes one point of every cell, from the middle of those it holds. */
  const takeFromCells = (first: number, end: number, level: number): Uint32Array => {
    const points: number[] = [];
    for (let start = first; start < end; ) {
      let stop = start + 1;
      while (stop < end && isSameCell(start, stop, level)) stop++;
      const middle = (start + stop) >> 1;
      for (let distance = 0; distance < stop - start; distance++) {
        const candidate = distance & 1 ? middle - ((distance + 1) >> 1) : middle + (distance >> 1);
        if (candidate < start || candidate >= stop || taken[candidate]) continue;
        taken[candidate] = 1;
        points.push(order[candidate]!);
        break;
      }
      start = stop;
    }
    return Uint32Array.from(points);
  };
  const takeAll = (first: number, end: number, left: number): Uint32Array => {
    const points = new Uint32Array(left);
    let to = 0;
    for (let i = first; i < end; i++) {
      if (taken[i]) continue;
      taken[i] = 1;
      points[to++] = order[i]!;
    }
    return points;
  };

  const build = (
    key: string,
    first: number,
    end: number,
    level: number,
    min: readonly [number, number, number],
  ): OctreeNode | undefined => {
    let left = 0;
    for (let i = first; i < end; i++) if (!taken[i]) left++;
    if (left === 0) return undefined;
    nodeCount++;
    const cube = { key, min, side: side / 2 ** level, firstPoint: first, endPoint: end };
    if (left <= (level === 0 ? innerPointsMax : leafPointsMax)) {
      const spacing = estimateSpacing(first, end, level);
      return { ...cube, spacing, points: takeAll(first, end, left), children: [] };
    }
    if (level === levels) {
      // As deep as the codes go: these points are practically in one place. Several leaves keep the files small.
      const all = takeAll(first, end, left);
      const children: OctreeNode[] = [];
      for (let at = leafPointsMax; at < left; at += leafPointsMax) {
        nodeCount++;
        const points = all.subarray(at, at + leafPointsMax);
        children.push({ ...cube, key: `${key}x${children.length}`, spacing: 0, points, children: [] });
      }
      return { ...cube, spacing: cube.side, points: all.subarray(0, leafPointsMax), children };
    }
    const grid = findGridLevels(first, end, level);
    const points = takeFromCells(first, end, level + grid);
    const half = cube.side / 2;
    const children: OctreeNode[] = [];
    for (let start = first; start < end; ) {
      const octant = octantOf(start, level);
      let stop = start;
      while (stop < end && octantOf(stop, level) === octant) stop++;
      const child = build(`${key}${octant}`, start, stop, level + 1, [
        min[0] + (octant & 4 ? half : 0),
        min[1] + (octant & 2 ? half : 0),
        min[2] + (octant & 1 ? half : 0),
      ]);
      if (child) children.push(child);
      start = stop;
    }
    return { ...cube, spacing: cube.side / 2 ** grid, points, children };
  };

  const root = build("r", 0, count, 0, bounds.min)!;
  return { root, nodeCount, order };
}

/** Interleaves the bits of three 8-bit numbers by table, spreading one byte over 24 bits. */
const spread = Uint32Array.from({ length: 256 }, (_, byte) => {
  let bits = 0;
  for (let bit = 0; bit < 8; bit++) if ((byte >> bit) & 1) bits |= 1 << (bit * 3);
  return bits;
});

/** Morton codes in sorted order, and the points in that order. */
function sortByMorton(positions: Float32Array, min: readonly number[], side: number) {
  const count = positions.length / 3;
  const cells = 2 ** levels;
  const high = new Uint32Array(count);
  const low = new Uint32Array(count);
  const toCell = (value: number, axis: number) =>
    Math.min(cells - 1, Math.max(0, ((value - min[axis]!) / side) * cells)) | 0;
  for (let i = 0; i < count; i++) {
    const x = toCell(positions[i * 3]!, 0);
    const y = toCell(positions[i * 3 + 1]!, 1);
    const z = toCell(positions[i * 3 + 2]!, 2);
    high[i] = (spread[x >> 8]! << 2) | (spread[y >> 8]! << 1) | spread[z >> 8]!;
    low[i] = (spread[x & 255]! << 2) | (spread[y & 255]! << 1) | spread[z & 255]!;
  }
  let order = Uint32Array.from({ length: count }, (_, i) => i);
  let other = new Uint32Array(count);
  // Least significant digit first, twelve bits at a time; each pass keeps the order of the one before.
  for (const [word, shift] of [
    [low, 0],
    [low, 12],
    [high, 0],
    [high, 12],
  ] as const) {
    const starts = new Uint32Array(4097);
    for (let i = 0; i < count; i++) starts[((word[i]! >>> shift) & 4095) + 1]!++;
    for (let digit = 0; digit < 4096; digit++) starts[digit + 1]! += starts[digit]!;
    for (let i = 0; i < count; i++) {
      const point = order[i]!;
      other[starts[(word[point]! >>> shift) & 4095]!++] = point;
    }
    [order, other] = [other, order];
  }
  const sortedLow = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    other[i] = high[order[i]!]!;
    sortedLow[i] = low[order[i]!]!;
  }
  return { order, high: other, low: sortedLow };
}
