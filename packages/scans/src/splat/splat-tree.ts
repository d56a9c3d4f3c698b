import { mergeSplats } from "./merge-splats.ts";
import { type SplatStore, toSizeM } from "./splat-store.ts";

/** A tree of splats in delivery order: the root first, coarse before fine, siblings adjacent. */
export interface SplatTree {
  readonly nodeCount: number;
  /** Maps each place in the order to a splat number in the store. */
  readonly splats: Uint32Array;
  /** For each place, the first child and the number of children; leaves have none. */
  readonly childStarts: Uint32Array;
  readonly childCounts: Uint16Array;
}

/** Splats and cells grow by this factor from one level to the next. */
const levelFactor = 1.6;
/** Many splats in one cell are merged in several steps, because a node is refined as a whole. */
const childrenMax = 64;
/** This few splats are merged whatever their distance. */
const rootChildrenMax = 16;
/** The smallest half percent join the level of the next larger splats. */
const startShare = 0.005;
const sizeMMin = 1e-6;

/**
 * Builds levels of detail bottom-up: on each level, splats no larger than a grid cell are merged with those in the same
 * cell, and the grid grows. Merged splats are added to the store, which needs room for the same number again.
 * @param onShare called periodically with the share done; may throw to stop
 */
export async function buildSplatTree(store: SplatStore, onShare: (share: number) => Promise<void>): Promise<SplatTree> {
  const leafCount = store.count;
  const { bySize, rank } = orderLeaves(store);
  const ranks = new Uint32Array(store.capacity);
  ranks.set(rank);
  const childLists = new ChildLists(store.capacity);
  const levels: Uint32Array[] = [];
  let active = new Uint32Array(0);
  let entered = 0;
  let level = Math.ceil(
    Math.log(Math.max(sizeMMin, toSizeM(store, bySize[Math.floor(leafCount * startShare)]!))) / Math.log(levelFactor),
  );
  for (;;) {
    const stepM = levelFactor ** level;
    const first = entered;
    while (entered < leafCount && toSizeM(store, bySize[entered]!) <= stepM) entered++;
    active = mergeByRank(active, bySize.slice(first, entered), ranks);
    if (entered === leafCount && active.length <= rootChildrenMax) break;
    const { next, parents } = mergeCells(store, active, stepM, ranks, childLists);
    levels.push(parents);
    active = next;
    level++;
    await onShare(entered / leafCount);
  }
  let root = active[0]!;
  if (active.length > 1) {
    root = mergeSplats(store, active);
    childLists.set(root, active);
    levels.push(Uint32Array.of(root));
  }
  return layOut(store.count, root, levels, childLists);
}

/** The children of each merged splat, in one list. */
class ChildLists {
  readonly #starts: Uint32Array;
  readonly #counts: Uint16Array;
  readonly #members: Uint32Array;
  #filled = 0;

  constructor(capacity: number) {
    this.#starts = new Uint32Array(capacity);
    this.#counts = new Uint16Array(capacity);
    this.#members = new Uint32Array(capacity);
  }

  set(parent: number, members: Uint32Array): void {
    this.#starts[parent] = this.#filled;
    this.#counts[parent] = members.length;
    this.#members.set(members, this.#filled);
    this.#filled += members.length;
  }

  get(parent: number): Uint32Array {
    const start = this.#starts[parent]!;
    return this.#members.subarray(start, start + this.#counts[parent]!);
  }
}

/** Leaves from small to large, and the rank of each on a curve that keeps neighbours together. */
function orderLeaves(store: SplatStore): { bySize: Uint32Array; rank: Uint32Array } {
  const { count, centres } = store;
  const keys = new Float64Array(count);
  const bits = new Float32Array(1);
  const word = new Uint32Array(bits.buffer);
  // The bits of positive floats sort like the floats; the lowest four bits make room for the index.
  for (let splat = 0; splat < count; splat++) {
    bits[0] = toSizeM(store, splat);
    keys[splat] = (word[0]! >>> 4) * 2 ** 24 + splat;
  }
  keys.sort();
  const bySize = Uint32Array.from(keys, (key) => key % 2 ** 24);
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < count * 3; at++) {
    const value = centres[at]!;
    if (value < min[at % 3]!) min[at % 3] = value;
    if (value > max[at % 3]!) max[at % 3] = value;
  }
  const side = Math.max(1e-9, ...max.map((high, axis) => high - min[axis]!));
  for (let splat = 0; splat < count; splat++) {
    let morton = 0;
    for (let bit = 8; bit >= 0; bit--) {
      for (let axis = 0; axis < 3; axis++) {
        const cell = Math.min(511, Math.floor(((centres[splat * 3 + axis]! - min[axis]!) / side) * 512));
        morton = morton * 2 + ((cell >> bit) & 1);
      }
    }
    keys[splat] = morton * 2 ** 24 + splat;
  }
  keys.sort();
  const rank = new Uint32Array(count);
  keys.forEach((key, place) => {
    rank[key % 2 ** 24] = place;
  });
  return { bySize, rank };
}

/** Merges sorted splats with unsorted ones. */
function mergeByRank(ordered: Uint32Array, others: Uint32Array, ranks: Uint32Array): Uint32Array<ArrayBuffer> {
  others.sort((a, b) => ranks[a]! - ranks[b]!);
  const joined = new Uint32Array(ordered.length + others.length);
  let [a, b] = [0, 0];
  for (let to = 0; to < joined.length; to++) {
    const isOther = a === ordered.length || (b < others.length && ranks[others[b]!]! < ranks[ordered[a]!]!);
    joined[to] = isOther ? others[b++]! : ordered[a++]!;
  }
  return joined;
}

/** Merges splats that share a cell. A merged splat takes the position of its first member in the order. */
function mergeCells(
  store: SplatStore,
  active: Uint32Array,
  stepM: number,
  ranks: Uint32Array,
  childLists: ChildLists,
): { next: Uint32Array<ArrayBuffer>; parents: Uint32Array } {
  const cells = findCells(store, active, stepM);
  const next = new Uint32Array(active.length);
  const parents: number[] = [];
  let nextCount = 0;
  const members: number[] = [];
  const flush = () => {
    const first = members[0]!;
    if (members.length > 1) {
      const group = Uint32Array.from(members);
      const merged = mergeSplats(store, group);
      childLists.set(merged, group);
      ranks[merged] = ranks[first]!;
      parents.push(merged);
      next[nextCount++] = merged;
    } else {
      next[nextCount++] = first;
    }
    members.length = 0;
  };
  for (let cell = 0; cell < cells.count; cell++) {
    for (let at = cells.firsts[cell]!; at >= 0; at = cells.followers[at]!) {
      members.push(active[at]!);
      if (members.length === childrenMax) flush();
    }
    if (members.length > 0) flush();
  }
  return { next: next.subarray(0, nextCount), parents: Uint32Array.from(parents) };
}

/** Lists the splats of each cell, ordered by each cell's first member and, within a cell, in order. */
function findCells(store: SplatStore, active: Uint32Array, stepM: number) {
  const { centres } = store;
  const slots = 2 ** Math.ceil(Math.log2(active.length * 2 + 2));
  const table = new Int32Array(slots).fill(-1);
  const coordinates = new Int32Array(active.length * 3);
  const firsts = new Int32Array(active.length);
  const lasts = new Int32Array(active.length);
  const followers = new Int32Array(active.length).fill(-1);
  let count = 0;
  for (let at = 0; at < active.length; at++) {
    const splat = active[at]! * 3;
    const x = Math.floor(centres[splat]! / stepM) | 0;
    const y = Math.floor(centres[splat + 1]! / stepM) | 0;
    const z = Math.floor(centres[splat + 2]! / stepM) | 0;
    let hash = Math.imul(x, 73_856_093) ^ Math.imul(y, 19_349_663) ^ Math.imul(z, 83_492_791);
    hash = Math.imul(hash ^ (hash >>> 15), 0x85eb_ca6b);
    let slot = (hash ^ (hash >>> 13)) & (slots - 1);
    for (;;) {
      const cell = table[slot]!;
      if (cell < 0) {
        table[slot] = count;
        coordinates[count * 3] = x;
        coordinates[count * 3 + 1] = y;
        coordinates[count * 3 + 2] = z;
        firsts[count] = at;
        lasts[count] = at;
        count++;
        break;
      }
      if (coordinates[cell * 3] === x && coordinates[cell * 3 + 1] === y && coordinates[cell * 3 + 2] === z) {
        followers[lasts[cell]!] = at;
        lasts[cell] = at;
        break;
      }
      slot = (slot + 1) & (slots - 1);
    }
  }
  return { count, firsts, followers };
}

/** Coarse levels first. A parent is laid out before its children's level, since its own parent is on a coarser one. */
function layOut(nodeCount: number, root: number, levels: readonly Uint32Array[], childLists: ChildLists): SplatTree {
  const splats = new Uint32Array(nodeCount);
  const places = new Uint32Array(nodeCount);
  const childStarts = new Uint32Array(nodeCount);
  const childCounts = new Uint16Array(nodeCount);
  splats[0] = root;
  let placed = 1;
  for (const parents of levels.toReversed()) {
    for (const parent of parents) {
      const children = childLists.get(parent);
      const place = places[parent]!;
      childStarts[place] = placed;
      childCounts[place] = children.length;
      for (const child of children) {
        places[child] = placed;
        splats[placed++] = child;
      }
    }
  }
  return { nodeCount, splats, childStarts, childCounts };
}
