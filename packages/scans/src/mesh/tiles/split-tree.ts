/**
 * A k-d tree. Coordinates are three times grid steps, so that the centre of a triangle (the sum of its corners) and a
 * corner (three times itself) compare exactly.
 */
export type SplitTree = SplitPlane | SplitCell;

export interface SplitPlane {
  readonly kind: "plane";
  readonly depth: number;
  readonly parent: SplitPlane | null;
  readonly axis: 0 | 1 | 2;
  /** Items below it go to `low`, items on or above it to `high`. */
  readonly plane: number;
  low: SplitTree;
  high: SplitTree;
}

export interface SplitCell {
  readonly kind: "cell";
  readonly depth: number;
  readonly parent: SplitPlane | null;
  readonly index: number;
  /** Triangles known when the tree was built. */
  readonly items: Uint32Array;
}

/** The cell that contains a position, given in thirds of grid steps. */
export function findCell(tree: SplitTree, x: number, y: number, z: number): SplitCell {
  let node = tree;
  while (node.kind === "plane") {
    const value = node.axis === 0 ? x : node.axis === 1 ? y : z;
    node = value < node.plane ? node.low : node.high;
  }
  return node;
}

/** Depth of the lowest common ancestor of both cells. */
export function sharedDepth(a: SplitTree, b: SplitTree): number {
  let [left, right]: [SplitTree | null, SplitTree | null] = [a, b];
  while (left !== right && left !== null && right !== null) {
    if (left.depth >= right.depth) left = left.parent;
    else right = right.parent;
  }
  return left?.depth ?? 0;
}

export interface SplitOptions {
  /** Sums of three corners, three values per item. */
  readonly centres: Int32Array;
  /** Whether a cell is too large. Called only for cells with more than one item. */
  readonly isTooMuch: (items: Uint32Array) => boolean;
  readonly root: { readonly depth: number; readonly parent: SplitPlane | null };
}

/** Splits items at their medians until every cell is small enough. Cells are numbered from low to high. */
export function buildSplitTree(
  items: Uint32Array,
  { centres, isTooMuch, root }: SplitOptions,
): {
  readonly tree: SplitTree;
  readonly cells: readonly SplitCell[];
} {
  const cells: SplitCell[] = [];
  const build = (own: Uint32Array, depth: number, parent: SplitPlane | null): SplitTree => {
    const split = own.length > 1 && isTooMuch(own) ? choosePlane(own, centres) : undefined;
    if (split === undefined) {
      const cell: SplitCell = { kind: "cell", depth, parent, index: cells.length, items: own };
      cells.push(cell);
      return cell;
    }
    const middle = partition(own, centres, split.axis, split.plane);
    const node = { kind: "plane", depth, parent, ...split } as SplitPlane;
    node.low = build(own.subarray(0, middle), depth + 1, node);
    node.high = build(own.subarray(middle), depth + 1, node);
    return node;
  };
  const tree = build(items, root.depth, root.parent);
  return { tree, cells };
}

const medianSample = 2048;

/** The median along the longest axis; undefined if all items share one centre. */
function choosePlane(items: Uint32Array, centres: Int32Array): { axis: 0 | 1 | 2; plane: number } | undefined {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const item of items) {
    for (let axis = 0; axis < 3; axis++) {
      const value = centres[item * 3 + axis]!;
      if (value < min[axis]!) min[axis] = value;
      if (value > max[axis]!) max[axis] = value;
    }
  }
  const axis = [0, 1, 2].reduce((best, at) => (max[at]! - min[at]! > max[best]! - min[best]! ? at : best), 0) as 0;
  if (!(max[axis]! > min[axis]!)) return undefined;
  const stride = Math.max(1, Math.floor(items.length / medianSample));
  const values: number[] = [];
  for (let at = 0; at < items.length; at += stride) values.push(centres[items[at]! * 3 + axis]!);
  values.sort((a, b) => a - b);
  // A plane at the lowest value would leave one side empty.
  return { axis, plane: Math.max(values[values.length >> 1]!, min[axis]! + 1) };
}

/** Moves the items below the plane to the front. @returns their number */
function partition(items: Uint32Array, centres: Int32Array, axis: number, plane: number): number {
  let low = 0;
  let high = items.length - 1;
  while (low <= high) {
    const item = items[low]!;
    if (centres[item * 3 + axis]! < plane) low++;
    else {
      items[low] = items[high]!;
      items[high--] = item;
    }
  }
  return low;
}
