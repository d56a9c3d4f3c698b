import type { Anchor } from "@blueprint/scene/anchor";
import { findGroupParents, type Group } from "@blueprint/scene/group";
import type { Scene } from "@blueprint/scene/read-scene";
import type { ObjectRef } from "@blueprint/scene/scene-kinds";
import { filterAnchors } from "../filter-anchors.ts";
import { toAnchorName } from "../scene-changes.ts";

/** One row of the outline. `level` is 1-based, as in `aria-level`. */
export type OutlineRow =
  | {
      readonly type: "group";
      readonly ref: ObjectRef;
      readonly level: number;
      readonly name: string;
      readonly isOpen: boolean;
      /** Anchors in the group, at any depth. */
      readonly count: number;
    }
  | {
      readonly type: "anchor";
      readonly ref: ObjectRef;
      readonly level: number;
      readonly name: string;
      /** The number on its pin. */
      readonly number: number;
      readonly anchor: Anchor;
    };

/**
 * The anchor tree as visible rows: groups first within each level, collapsed ones without their content. A search lists
 * its results flat.
 */
export function toOutlineRows(
  scene: Pick<Scene, "anchors" | "groups">,
  closed: ReadonlySet<string>,
  search: string,
): OutlineRow[] {
  const found = filterAnchors(scene.anchors, search);
  const toRow = (anchor: (typeof found)[number], level: number): OutlineRow => ({
    type: "anchor",
    ref: { kind: "anchors", id: anchor.id },
    level,
    name: toAnchorName(anchor),
    number: anchor.number,
    anchor,
  });
  if (search.trim() !== "") return found.map((anchor) => toRow(anchor, 1));

  const parents = findGroupParents(scene.groups);
  const groupsIn = Map.groupBy(scene.groups, ({ id }) => parents.get(id) ?? null);
  const anchorsIn = Map.groupBy(found, ({ group }) => (group !== null && parents.has(group) ? group : null));
  const count = (id: string): number =>
    (anchorsIn.get(id)?.length ?? 0) + (groupsIn.get(id) ?? []).reduce((sum, inner) => sum + count(inner.id), 0);
  const rows: OutlineRow[] = [];
  const addLevel = (parent: string | null, level: number) => {
    for (const group of groupsIn.get(parent) ?? []) {
      const isOpen = !closed.has(group.id);
      const ref: ObjectRef = { kind: "groups", id: group.id };
      rows.push({ type: "group", ref, level, name: toGroupName(group), isOpen, count: count(group.id) });
      if (isOpen) addLevel(group.id, level + 1);
    }
    for (const anchor of anchorsIn.get(parent) ?? []) rows.push(toRow(anchor, level));
  };
  addLevel(null, 1);
  return rows;
}

export function toGroupName({ name }: Pick<Group, "name">): string {
  return name.trim() === "" ? "Unnamed group" : name;
}

/** The rows between two rows, inclusive: for Shift selection. */
export function listBetween(
  rows: readonly ({ readonly ref: ObjectRef } | object)[],
  from: number,
  to: number,
): ObjectRef[] {
  return rows
    .slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1)
    .flatMap((row) => ("ref" in row ? row.ref : []));
}

/** A position in the outline: in a group (null: the top level), before an anchor (null: at the end). */
export interface OutlineSlot {
  readonly group: string | null;
  readonly beforeId: string | null;
}

/** Where a drop on a row goes: into the group, or before the anchor. */
export function findDropSlot(row: OutlineRow): OutlineSlot {
  if (row.type === "group") return { group: row.ref.id, beforeId: null };
  return { group: row.anchor.group, beforeId: row.ref.id };
}

/** One step up or down among siblings in a group; null at either end. */
export function findStepSlot(
  anchors: readonly Anchor[],
  moved: Pick<Anchor, "id" | "group">,
  by: 1 | -1,
): OutlineSlot | null {
  const siblings = anchors.filter(({ group }) => group === moved.group);
  const index = siblings.findIndex(({ id }) => id === moved.id);
  const to = index + by;
  if (index < 0 || to < 0 || to >= siblings.length) return null;
  return { group: moved.group, beforeId: siblings[by === 1 ? to + 1 : to]?.id ?? null };
}
