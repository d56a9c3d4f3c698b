import type { SplatRows } from "./encode-spz.ts";
import type { SplatStore } from "./splat-store.ts";
import { type HarmonicsDegree, harmonicStep, harmonicsByDegree, toSizeM } from "./splat-store.ts";
import type { SplatTree } from "./splat-tree.ts";

/** Lower bound of the distance, as a share of the usual one, for ranking by size: visitors turn immediately. */
const distanceShareMin = 0.3;

/**
 * A cut through the tree that shows everything with few splats: those that appear largest from the start view are split
 * first.
 * @param eye of the start view, metres
 * @returns places in the tree's order
 */
export function chooseCoarseSplats(
  store: SplatStore,
  tree: SplatTree,
  eye: readonly [number, number, number],
  splatsMax: number,
): Uint32Array {
  const rootAt = tree.splats[0]! * 3;
  const usualM = Math.hypot(...[0, 1, 2].map((axis) => store.centres[rootAt + axis]! - eye[axis]!));
  const looks = (place: number): number => {
    const splat = tree.splats[place]!;
    const distanceM = Math.hypot(...[0, 1, 2].map((axis) => store.centres[splat * 3 + axis]! - eye[axis]!));
    return (
      (toSizeM(store, splat) * Math.min(1, store.alphas[splat]!)) / Math.max(distanceM, usualM * distanceShareMin, 1e-6)
    );
  };
  const heap = new LargestFirst();
  const chosen: number[] = [];
  heap.push(0, looks(0));
  for (let place = heap.pop(); place !== undefined; place = heap.pop()) {
    const children = tree.childCounts[place]!;
    // Counted as if all queued splats stay unsplit.
    if (children === 0 || chosen.length + heap.size + children > splatsMax) {
      chosen.push(place);
      continue;
    }
    const first = tree.childStarts[place]!;
    for (let child = first; child < first + children; child++) heap.push(child, looks(child));
  }
  return Uint32Array.from(chosen).sort();
}

/**
 * Splats of a store as rows for an encoder.
 * @param degree of harmonics, at most the store's
 */
export function toRows(store: SplatStore, splats: Uint32Array, degree: HarmonicsDegree): SplatRows {
  const positions = new Float32Array(splats.length * 3);
  const shapes = new Float32Array(splats.length * 8);
  const storedEach = harmonicsByDegree[store.degree];
  const coefficients = harmonicsByDegree[degree] / 3;
  const coloursEach = 3 + harmonicsByDegree[degree];
  const colours = new Float32Array(splats.length * coloursEach);
  splats.forEach((splat, i) => {
    const alpha = store.alphas[splat]!;
    // A single splat cannot exceed full opacity, so excess density becomes size.
    const inflation = alpha > 1 ? alpha ** (1 / 3) : 1;
    const opacity = Math.min(0.998, alpha);
    for (let axis = 0; axis < 3; axis++) {
      positions[i * 3 + axis] = store.centres[splat * 3 + axis]!;
      shapes[i * 8 + 4 + axis] = Math.log(store.scales[splat * 3 + axis]! * inflation);
      colours[i * coloursEach + axis] = (store.colours[splat * 3 + axis]! - 0.5) / 0.282_094_791_77;
      for (let at = 0; at < coefficients; at++)
        colours[i * coloursEach + 3 + axis * coefficients + at] =
          store.harmonics[splat * storedEach + at * 3 + axis]! * harmonicStep;
    }
    for (let part = 0; part < 4; part++) shapes[i * 8 + ((part + 1) % 4)] = store.rotations[splat * 4 + part]!;
    shapes[i * 8 + 7] = Math.log(opacity / (1 - opacity));
  });
  return { count: splats.length, positions, shapes, colours };
}

/** A max-heap. */
class LargestFirst {
  readonly #items: number[] = [];
  readonly #keys: number[] = [];

  get size(): number {
    return this.#items.length;
  }

  push(item: number, key: number): void {
    let at = this.#items.length;
    this.#items.push(item);
    this.#keys.push(key);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#keys[parent]! >= key) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  pop(): number | undefined {
    if (this.#items.length === 0) return undefined;
    this.#swap(0, this.#items.length - 1);
    const item = this.#items.pop();
    this.#keys.pop();
    for (let at = 0; ; ) {
      let largest = at;
      for (const child of [at * 2 + 1, at * 2 + 2]) {
        if (child < this.#items.length && this.#keys[child]! > this.#keys[largest]!) largest = child;
      }
      if (largest === at) return item;
      this.#swap(at, largest);
      at = largest;
    }
  }

  #swap(a: number, b: number): void {
    [this.#items[a], this.#items[b]] = [this.#items[b]!, this.#items[a]!];
    [this.#keys[a], this.#keys[b]] = [this.#keys[b]!, this.#keys[a]!];
  }
}
