import { arrangeObjects, editObject } from "@blueprint/scene/object-operations";
import type { ObjectRef } from "@blueprint/scene/scene-kinds";
import type { EditorRoom } from "../commands/editor-command.ts";
import { findDropSlot, findStepSlot, type OutlineRow } from "./outline-rows.ts";
import type { TreeRow } from "./outline-sections.ts";

/**
 * Drops a row on another one: the whole selection if the row is part of it. Into a group, or before an anchor, in one
 * step.
 */
export function dropOnRow(
  { attempt, store }: Pick<EditorRoom, "attempt" | "store">,
  rows: readonly TreeRow[],
  target: TreeRow,
  draggedId: string,
): void {
  if ((target.type !== "group" && target.type !== "anchor") || draggedId === target.ref.id) return;
  const { selection } = store.getState();
  const dragged = selection.some(({ id }) => id === draggedId)
    ? selection
    : [{ kind: findKind(rows, draggedId), id: draggedId }];
  const to = findDropSlot(target);
  const idsOf = (kind: ObjectRef["kind"]) => dragged.filter((ref) => ref.kind === kind).map(({ id }) => id);
  const [groups, anchors] = [idsOf("groups"), idsOf("anchors")];
  if (groups.length + anchors.length === 0) return;
  attempt((doc) => {
    if (groups.length > 0) arrangeObjects(doc, "groups", groups, { beforeId: null, group: to.group });
    if (anchors.length > 0) arrangeObjects(doc, "anchors", anchors, to);
  });
}

/** Moves an anchor up or down among its siblings. */
export function stepAnchor(
  { attempt, connection }: Pick<EditorRoom, "attempt" | "connection">,
  row: Extract<OutlineRow, { type: "anchor" }>,
  by: 1 | -1,
): void {
  const to = findStepSlot(connection.getState().scene.anchors, row.anchor, by);
  if (to === null) return;
  const moved = attempt((doc) => arrangeObjects(doc, "anchors", [row.ref.id], to));
  if (moved !== null) connection.announce(`${row.name} moved ${by === 1 ? "down" : "up"}.`);
}

export function renameGroup({ attempt }: Pick<EditorRoom, "attempt">, id: string, name: string): void {
  attempt((doc) => editObject(doc, "groups", id, { name }));
}

function findKind(rows: readonly TreeRow[], id: string): ObjectRef["kind"] {
  return rows.some((row) => row.type === "group" && row.ref.id === id) ? "groups" : "anchors";
}
