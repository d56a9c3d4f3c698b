import type { Anchor } from "@blueprint/scene/anchor";
import { findGroupParents, type Group } from "@blueprint/scene/group";
import type { Scene } from "@blueprint/scene/read-scene";
import type { ObjectRef } from "@blueprint/scene/scene-kinds";
import { filterAnchors } from "../filter-anchors.ts";
import { toAnchorName } from "../scene-changes.ts";

/** One line of the outline. `level` is from 1, as `aria-level`. */
export type OutlineRow =
  | {
      readonly type: "group";
      readonly ref: ObjectRef;
      readonly level: number;
      readonly name: string;
      readonly isOpen: boolean;
      /** Anchors in it, however deep. */
      readonly count: number;
    }
  | {
      readonly type: "anchor";
      readonly ref: ObjectRef;
      readonly level: number;
      readonly name: string;
      /** The one on its pin. */
      readonly number: number;
      readonly anchor: Anchor;
    };

/**
 * The tree of anchors as the lines that are seen: groups first within each level, closed ones without their content. A
 * search lists what it finds flat, wherever it lies.
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

/** What lies between two rows, both included: for Shift. */
export function listBetween(
  rows: readonly ({ readonly ref: ObjectRef } | object)[],
  from: number,
  to: number,
): ObjectRef[] {
  return rows
    .slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1)
    .flatMap((row) => ("ref" in row ? row.ref : []));
}

/** Where things of the outline go: into a group (null: the top), in front of an anchor (null: at the end). */
export interface OutlinePlace {
  readonly group: string | null;
  readonly beforeId: string | null;
}

/** Where something dropped on a row goes: into a group that it falls on, otherwise in front of the anchor. */
export function findDropPlace(row: OutlineRow): OutlinePlace {
  if (row.type === "group") return { group: row.ref.id, beforeId: null };
  return { group: row.anchor.group, beforeId: row.ref.id };
}

/** One step up or down among the neighbours of the same group; null at the end of the way. */
export function findStepPlace(
  anchors: readonly Anchor[],
  moved: Pick<Anchor, "id" | "group">,
  by: 1 | -1,
): OutlinePlace | null {
  const siblings = anchors.filter(({ group }) => group === moved.group);
  const index = siblings.findIndex(({ id }) => id === moved.id);
  const to = index + by;
  if (index < 0 || to < 0 || to >= siblings.length) return null;
  return { group: moved.group, beforeId: siblings[by === 1 ? to + 1 : to]?.id ?? null };
}
