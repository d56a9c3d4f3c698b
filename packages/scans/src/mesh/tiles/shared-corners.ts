import { RowNumbers } from "./row-numbers.ts";
import { findCell, type SplitCell, type SplitTree, sharedDepth } from "./split-tree.ts";

/**
 * Tracks which corners belong to triangles of more than one cell, and up to which level. Planes divide space, and the
 * centre of a triangle determines its cell: a corner is shared exactly when a triangle that uses it lies in another
 * cell than the corner itself. A node may move a corner only if everything that uses it lies inside the node.
 */
export class SharedCorners {
  readonly #tree: SplitTree;
  readonly #numbers = new RowNumbers(3);
  #depths = new Uint8Array(1024);

  constructor(tree: SplitTree) {
    this.#tree = tree;
  }

  get size(): number {
    return this.#numbers.size;
  }

  /** Records a corner (grid steps at `words[at]`) of a triangle in `cell`. */
  note(words: Int32Array, at: number, cell: SplitCell): void {
    const home = findCell(this.#tree, words[at]! * 3, words[at + 1]! * 3, words[at + 2]! * 3);
    if (home === cell) return;
    const number = this.#numbers.add(words, at);
    if (number >= this.#depths.length) {
      const larger = new Uint8Array(this.#depths.length * 2);
      larger.set(this.#depths);
      this.#depths = larger;
    }
    // Stored plus one, so that 0 means "not recorded".
    const depth = Math.min(254, sharedDepth(home, cell)) + 1;
    const known = this.#depths[number]!;
    if (known === 0 || depth < known) this.#depths[number] = depth;
  }

  /** True when a node at this depth must not move the corner. */
  isShared(words: Int32Array, at: number, depth: number): boolean {
    const number = this.#numbers.find(words, at);
    return number >= 0 && this.#depths[number]! - 1 < depth;
  }

  /** A number for each shared corner, −1 for others. */
  find(words: Int32Array, at: number): number {
    return this.#numbers.find(words, at);
  }
}
