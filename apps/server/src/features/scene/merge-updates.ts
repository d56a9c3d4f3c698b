import * as Y from "yjs";

/** Yjs re-sorts all its inputs for every struct it takes from one of them: many at once take quadratic time. */
const mergedAtOnce = 8;

/** Merges updates into one Yjs update, in time that grows with their total size only. */
export function mergeManyUpdates(updates: readonly Uint8Array[]): Uint8Array {
  let level = [...updates];
  while (level.length > 1) {
    const next: Uint8Array[] = [];
    for (let start = 0; start < level.length; start += mergedAtOnce) {
      const group = level.slice(start, start + mergedAtOnce);
      next.push(group.length === 1 ? group[0]! : Y.mergeUpdates(group));
    }
    level = next;
  }
  return level[0] ?? Y.mergeUpdates([]);
}
