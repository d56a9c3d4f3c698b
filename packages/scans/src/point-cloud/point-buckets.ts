import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { gridLevels, type OctreeCube, octantOf, toOctant, wordsPerPoint } from "./packed-points.ts";
import { cellLevelsMax, innerPointsMax, leafPointsMax, tilePointsMin } from "./point-octree.ts";

const blockPoints = 4096;
const blockWords = blockPoints * wordsPerPoint;
/** Each open bucket holds one block in memory: 80 kB. */
const bucketsMax = 400;
/** Deeper cubes would be smaller than the noise of any scanner, whatever the extent of the cloud. */
const splitLevelMax = 22;
const noWords = new Uint32Array(0);

/** Full blocks of points from many buckets: in memory up to a limit, in a temporary file beyond. */
export class BlockFile {
  readonly #file: number;
  readonly #keptMax: number;
  /** Keyed by negative numbers. */
  readonly #kept = new Map<number, Uint32Array>();
  #lastKept = 0;
  #blocks = 0;

  constructor(path: string, memoryBytesMax: number) {
    this.#file = openSync(path, "wx+");
    this.#keptMax = Math.floor(memoryBytesMax / (blockWords * 4));
  }

  /** @returns the number by which `read` finds the block */
  append(words: Uint32Array): number {
    if (this.#kept.size < this.#keptMax) {
      this.#kept.set(--this.#lastKept, words.slice());
      return this.#lastKept;
    }
    const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
    for (let at = 0; at < bytes.length; ) {
      at += writeSync(this.#file, bytes, at, bytes.length - at, this.#blocks * blockWords * 4 + at);
    }
    return this.#blocks++;
  }

  read(block: number, into: Uint32Array): void {
    const kept = this.#kept.get(block);
    if (kept) {
      into.set(kept);
      return;
    }
    const bytes = new Uint8Array(into.buffer, into.byteOffset, blockWords * 4);
    for (let at = 0; at < bytes.length; ) {
      const bytesRead = readSync(this.#file, bytes, at, bytes.length - at, block * blockWords * 4 + at);
      if (bytesRead === 0) throw new Error("the bucket file is shorter than what was written to it");
      at += bytesRead;
    }
  }

  /** Frees a block, which must not be read again. */
  release(block: number): void {
    this.#kept.delete(block);
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** The points of one cube waiting to be sorted, in full blocks and one being filled. */
export class PointBucket {
  readonly cube: OctreeCube;
  readonly #file: BlockFile;
  readonly #blocks: number[] = [];
  #open = new Uint32Array(64 * wordsPerPoint);
  #openWords = 0;

  constructor(cube: OctreeCube, file: BlockFile) {
    this.cube = cube;
    this.#file = file;
  }

  get count(): number {
    return this.#blocks.length * blockPoints + this.#openWords / wordsPerPoint;
  }

  add(words: Uint32Array, at: number): void {
    if (this.#openWords === this.#open.length) this.#makeRoom();
    const open = this.#open;
    let to = this.#openWords;
    open[to++] = words[at]!;
    open[to++] = words[at + 1]!;
    open[to++] = words[at + 2]!;
    open[to++] = words[at + 3]!;
    open[to++] = words[at + 4]!;
    this.#openWords = to;
  }

  #makeRoom(): void {
    if (this.#open.length === blockWords) {
      this.#blocks.push(this.#file.append(this.#open));
      this.#openWords = 0;
      return;
    }
    const larger = new Uint32Array(Math.min(blockWords, this.#open.length * 4));
    larger.set(this.#open);
    this.#open = larger;
  }

  /** Yields the points in chunks; each iteration overwrites the previous chunk. */
  *pieces(): Generator<Uint32Array> {
    const piece = new Uint32Array(blockWords);
    for (const block of this.#blocks) {
      this.#file.read(block, piece);
      yield piece;
    }
    if (this.#openWords > 0) yield this.#open.subarray(0, this.#openWords);
  }

  /** Returns all points and empties the bucket. */
  drain(): Uint32Array {
    const words = new Uint32Array(this.count * wordsPerPoint);
    let to = 0;
    for (const piece of this.pieces()) {
      words.set(piece, to);
      to += piece.length;
    }
    for (const block of this.#blocks) this.#file.release(block);
    this.#blocks.length = 0;
    this.#open = new Uint32Array(64 * wordsPerPoint);
    this.#openWords = 0;
    return words;
  }
}

/**
 * A cube above the buckets. It keeps one point per cell of its grid as points stream past, starting with the finest
 * grid. When it holds too many, the grid becomes coarser and points that share a cell move down. The result is the
 * finest grid that fits, regardless of the order of the points.
 */
export class CoarseNode {
  readonly cube: OctreeCube;
  readonly children: (CoarseNode | PointBucket | undefined)[] = new Array(8).fill(undefined);
  #cellLevels = cellLevelsMax;
  #filled: Uint8Array;
  #words = new Uint32Array(1024 * wordsPerPoint);
  #wordCount = 0;

  constructor(cube: OctreeCube) {
    this.cube = cube;
    this.#filled = new Uint8Array(2 ** (3 * cellLevelsMax) / 8);
  }

  /** In grid steps. */
  get spacing(): number {
    return 2 ** (gridLevels - this.cube.level - this.#cellLevels);
  }

  get count(): number {
    return this.#wordCount / wordsPerPoint;
  }

  get points(): Uint32Array {
    return this.#words.subarray(0, this.#wordCount);
  }

  /** Keeps the point if its cell is free. */
  tryTake(words: Uint32Array, at: number): boolean {
    if (!this.#claim(words, at)) return false;
    this.keep(words, at);
    return true;
  }

  /** Keeps the point unconditionally. */
  keep(words: Uint32Array, at: number): void {
    if (this.#wordCount + wordsPerPoint > this.#words.length) {
      const larger = new Uint32Array(this.#words.length * 2);
      larger.set(this.#words);
      this.#words = larger;
    }
    for (let word = 0; word < wordsPerPoint; word++) this.#words[this.#wordCount++] = words[at + word]!;
  }

  #claim(words: Uint32Array, at: number): boolean {
    const cells = this.#cellLevels;
    const shift = gridLevels - this.cube.level - cells;
    const mask = 2 ** cells - 1;
    const cell =
      (((words[at]! >>> shift) & mask) << (2 * cells)) |
      (((words[at + 1]! >>> shift) & mask) << cells) |
      ((words[at + 2]! >>> shift) & mask);
    const bit = 1 << (cell & 7);
    const byte = this.#filled[cell >> 3]!;
    if ((byte & bit) !== 0) return false;
    this.#filled[cell >> 3] = byte | bit;
    return true;
  }

  /** Coarsens the grid if the node holds more than one tile should. @returns the points that moved out */
  coarsen(): Uint32Array {
    if (this.count <= innerPointsMax || this.#cellLevels <= 1) return noWords;
    this.#cellLevels--;
    this.#filled = new Uint8Array(2 ** (3 * this.#cellLevels) / 8);
    const before = this.#words.slice(0, this.#wordCount);
    this.#wordCount = 0;
    const left = new Uint32Array(before.length);
    let leftWords = 0;
    for (let at = 0; at < before.length; at += wordsPerPoint) {
      if (this.tryTake(before, at)) continue;
      left.set(before.subarray(at, at + wordsPerPoint), leftWords);
      leftWords += wordsPerPoint;
    }
    return left.subarray(0, leftWords);
  }
}

/** Distributes points to the buckets of a cube, keeping those that the cubes above show themselves. */
export class PointDistributor {
  readonly root: CoarseNode;
  readonly #file: BlockFile;

  /**
   * Plans the buckets by a sample so that each receives at most `pointsEach` points. A sample can err, so the caller
   * checks what they received.
   * @param pointCount how many points the sample represents
   */
  constructor(cube: OctreeCube, sample: Uint32Array, pointCount: number, pointsEach: number, file: BlockFile) {
    this.#file = file;
    this.root = planBuckets(cube, sample, pointCount, pointsEach, file);
  }

  add(words: Uint32Array, at: number): void {
    this.#addBelow(this.root, words, at);
  }

  #addBelow(top: CoarseNode, words: Uint32Array, at: number): void {
    let node = top;
    for (;;) {
      if (node.tryTake(words, at)) {
        if (node.count > innerPointsMax) this.#coarsen(node);
        return;
      }
      const child = this.#childOf(node, words, at);
      if (child instanceof PointBucket) {
        child.add(words, at);
        return;
      }
      node = child;
    }
  }

  #coarsen(node: CoarseNode): void {
    for (let left = node.coarsen(); left.length > 0; left = node.coarsen()) {
      for (let at = 0; at < left.length; at += wordsPerPoint) {
        const child = this.#childOf(node, left, at);
        if (child instanceof PointBucket) child.add(left, at);
        else this.#addBelow(child, left, at);
      }
    }
  }

  #childOf(node: CoarseNode, words: Uint32Array, at: number): CoarseNode | PointBucket {
    const octant = octantOf(words, at, node.cube.level);
    // Where the sample saw nothing, there is little.
    node.children[octant] ??= new PointBucket(toOctant(node.cube, octant), this.#file);
    return node.children[octant];
  }

  /** Call after the last point: moves up what is too little for a separate file. */
  finish(node: CoarseNode = this.root): void {
    node.children.forEach((child, octant) => {
      if (child instanceof CoarseNode) this.finish(child);
      else if (child && child.count < tilePointsMin && node.count + child.count <= leafPointsMax) {
        const words = child.drain();
        for (let at = 0; at < words.length; at += wordsPerPoint) node.keep(words, at);
        node.children[octant] = undefined;
      }
    });
  }
}

interface Plan {
  readonly cube: OctreeCube;
  /** Word offsets of sampled points. */
  readonly samples: Uint32Array;
}

function planBuckets(
  cube: OctreeCube,
  sample: Uint32Array,
  pointCount: number,
  pointsEach: number,
  file: BlockFile,
): CoarseNode {
  const sampleCount = sample.length / wordsPerPoint;
  const all = Uint32Array.from({ length: sampleCount }, (_, i) => i * wordsPerPoint);
  const samplesEach = Math.max(1, (pointsEach * sampleCount) / pointCount);
  const root = new CoarseNode(cube);
  // Largest first, so that the limit on the number of buckets affects the small ones.
  const pending = split({ cube, samples: all }, sample).map((plan) => ({ plan, parent: root }));
  let planned = pending.length;
  for (;;) {
    let largest = -1;
    pending.forEach(({ plan }, index) => {
      if (largest < 0 || plan.samples.length > pending[largest]!.plan.samples.length) largest = index;
    });
    if (largest < 0) break;
    const { plan, parent } = pending[largest]!;
    const { level } = plan.cube;
    if (plan.samples.length <= samplesEach || planned >= bucketsMax || level >= splitLevelMax) break;
    pending.splice(largest, 1);
    const node = new CoarseNode(plan.cube);
    parent.children[Number(plan.cube.key.at(-1))] = node;
    const parts = split(plan, sample).map((part) => ({ plan: part, parent: node }));
    planned += parts.length - 1;
    pending.push(...parts);
  }
  for (const { plan, parent } of pending) {
    parent.children[Number(plan.cube.key.at(-1))] = new PointBucket(plan.cube, file);
  }
  return root;
}

function split({ cube, samples }: Plan, sample: Uint32Array): Plan[] {
  const counts = new Uint32Array(8);
  for (const at of samples) counts[octantOf(sample, at, cube.level)]!++;
  const parts = Array.from(counts, (count) => new Uint32Array(count));
  const filled = new Uint32Array(8);
  for (const at of samples) {
    const octant = octantOf(sample, at, cube.level);
    parts[octant]![filled[octant]!++] = at;
  }
  return parts.flatMap((inside, octant) =>
    inside.length > 0 ? [{ cube: toOctant(cube, octant), samples: inside }] : [],
  );
}

/** Whether a cube can still be split into buckets. */
export function canSplit(cube: OctreeCube): boolean {
  return cube.level < splitLevelMax;
}
