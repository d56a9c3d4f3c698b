import * as Y from "yjs";
import { audiencesField, commonFields, defineKind, nameField, readFields } from "./object-kind.ts";
import { type FieldValues, flagField, isSceneId } from "./scene-field.ts";

/** A folder in the outline. Its `group` is the parent. */
export const groupKind = defineKind({
  noun: "group",
  fields: { ...commonFields, name: nameField, audiences: audiencesField, isLocked: flagField },
  countMax: 1_000,
});

export interface Group extends FieldValues<(typeof groupKind)["fields"]> {
  readonly id: string;
}

export function readGroup(id: string, value: unknown): Group | null {
  return isSceneId(id) && value instanceof Y.Map ? { id, ...readFields(groupKind, value) } : null;
}

/**
 * The parent of each group, forced into a tree: a missing parent becomes the top. If two people moved groups into each
 * other at once, the group with the smallest id in the cycle moves to the top.
 */
export function findGroupParents(groups: readonly Pick<Group, "id" | "group">[]): ReadonlyMap<string, string | null> {
  const parents = new Map(groups.map(({ id, group }) => [id, group]));
  for (const [id, parent] of parents) if (parent !== null && !parents.has(parent)) parents.set(id, null);
  const settled = new Set<string>();
  for (const start of [...parents.keys()].sort()) {
    const path: string[] = [];
    let id: string | null = start;
    while (id !== null && !settled.has(id) && !path.includes(id)) {
      path.push(id);
      id = parents.get(id) ?? null;
    }
    if (id !== null && path.includes(id)) {
      const circle = path.slice(path.indexOf(id)).sort();
      parents.set(circle[0]!, null);
    }
    for (const passed of path) settled.add(passed);
  }
  return parents;
}
