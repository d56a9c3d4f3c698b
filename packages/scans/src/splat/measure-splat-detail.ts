import type { DetailLevel } from "@blueprint/contract/scan-report";
import type { SplatStore } from "./splat-store.ts";
import type { SplatTree } from "./splat-tree.ts";

/**
 * How far each level of the tree is from the scan's own splats, coarsest first. A splat that stands for others is as far
 * from the scan as the farthest of their centres is from its own (their colours are shown there), or as its outline is
 * from the outermost of theirs.
 */
export function measureSplatDetail(
  store: Pick<SplatStore, "centres" | "scales" | "rotations">,
  tree: SplatTree,
): DetailLevel[] {
  const errorsM = measureCentres(store, tree);
  for (const axis of [0, 1, 2] as const) {
    for (const side of [1, -1] as const) addOutlines(errorsM, store, tree, axis, side);
  }
  const depths = new Uint16Array(tree.nodeCount);
  const levels: DetailLevel[] = [];
  for (let place = 0; place < tree.nodeCount; place++) {
    depths.fill(depths[place]! + 1, tree.childStarts[place], tree.childStarts[place]! + tree.childCounts[place]!);
    levels[depths[place]!] ??= { parts: 0, errorM: 0 };
    const level = levels[depths[place]!]!;
    level.parts++;
    level.errorM = Math.max(level.errorM, Math.round(errorsM[place]! * 1e4) / 1e4);
  }
  return levels;
}

/** For each place, the distance to the farthest of the scan's splats below it. */
function measureCentres({ centres }: Pick<SplatStore, "centres">, tree: SplatTree): Float32Array {
  const { nodeCount, splats, childStarts, childCounts } = tree;
  const parents = new Uint32Array(nodeCount);
  const farthest = new Float32Array(nodeCount);
  // Parents lie before their children.
  for (let place = 0; place < nodeCount; place++) {
    parents.fill(place, childStarts[place], childStarts[place]! + childCounts[place]!);
    if (childCounts[place] !== 0) continue;
    const leaf = splats[place]! * 3;
    for (let above = place; above !== 0; ) {
      above = parents[above]!;
      const splat = splats[above]! * 3;
      const x = centres[splat]! - centres[leaf]!;
      const y = centres[splat + 1]! - centres[leaf + 1]!;
      const z = centres[splat + 2]! - centres[leaf + 2]!;
      farthest[above] = Math.max(farthest[above]!, Math.sqrt(x * x + y * y + z * z));
    }
  }
  return farthest;
}

/** Raises errors to the distance along one axis between a splat's outline and that of the scan's splats below it. */
function addOutlines(
  errorsM: Float32Array,
  { centres, scales, rotations }: Pick<SplatStore, "centres" | "scales" | "rotations">,
  { nodeCount, splats, childStarts, childCounts }: SplatTree,
  axis: 0 | 1 | 2,
  side: 1 | -1,
): void {
  const outermost = new Float32Array(nodeCount);
  for (let place = nodeCount - 1; place >= 0; place--) {
    const splat = splats[place]!;
    const own = centres[splat * 3 + axis]! * side + toReachM(scales, rotations, splat, axis);
    const start = childStarts[place]!;
    const end = start + childCounts[place]!;
    if (start === end) {
      outermost[place] = own;
      continue;
    }
    let most = -Infinity;
    for (let child = start; child < end; child++) most = Math.max(most, outermost[child]!);
    outermost[place] = most;
    errorsM[place] = Math.max(errorsM[place]!, Math.abs(own - most));
  }
}

/** One standard deviation of a splat along an axis of the scan, metres. */
function toReachM(scales: Float32Array, rotations: Float32Array, splat: number, axis: 0 | 1 | 2): number {
  // The rotation's row of this axis; the rows of the others are the same with the axes in turn.
  const next = (axis + 1) % 3;
  const last = (axis + 2) % 3;
  const a = rotations[splat * 4 + axis]!;
  const b = rotations[splat * 4 + next]!;
  const c = rotations[splat * 4 + last]!;
  const w = rotations[splat * 4 + 3]!;
  const along = scales[splat * 3 + axis]! * (1 - 2 * (b * b + c * c));
  const across = scales[splat * 3 + next]! * 2 * (a * b - c * w);
  const other = scales[splat * 3 + last]! * 2 * (a * c + b * w);
  return Math.sqrt(along * along + across * across + other * other);
}
