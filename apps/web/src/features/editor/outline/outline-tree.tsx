import type { UnpublishedChange } from "@blueprint/scene/unpublished-changes";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { flyToSelected } from "../commands/fly-to-selected.ts";
import { openScan, selectObjects } from "../editor.store.ts";
import { hasSelected } from "../people.ts";
import type { UnpublishedChanges } from "../publish/use-unpublished-changes.ts";
import { useEditor, useEditorRoom, useMayEdit, usePeople } from "../use-editor-room.ts";
import { dropOnRow, renameGroup, stepAnchor } from "./outline-actions.ts";
import { findKeyAction, findNextRow } from "./outline-keys.ts";
import { type OutlineScan, toRowKey } from "./outline-sections.ts";
import { TreeLine } from "./tree-line.tsx";
import { UnpublishedMark } from "./unpublished-mark.tsx";
import { useOutline } from "./use-outline.ts";
import { useTreeWindow } from "./use-tree-window.ts";

/**
 * Everything in the blueprint by kind, with anchors in their groups. The list is virtualized, so thousands of rows cost
 * no more than dozens. Click, Shift and Ctrl select; arrows move; Alt+Shift+arrows or dragging reorder.
 */
export function OutlineTree({
  scroller,
  scans,
  unpublished,
}: {
  readonly scroller: HTMLElement | null;
  readonly scans: readonly OutlineScan[];
  /** Null while nothing is published. */
  readonly unpublished: UnpublishedChanges | null;
}) {
  const room = useEditorRoom();
  const { store } = room;
  const canEdit = useMayEdit();
  const people = usePeople();
  const search = useEditor((state) => state.search);
  const compared = useEditor((state) => state.compared);
  const [renamedId, setRenamedId] = useState<string | null>(null);
  const [dropId, setDropId] = useState<string | null>(null);
  const treeId = useId();
  const { rows, active, isSelected, choose, setOpen } = useOutline(scans);
  const { treeRef, virtual, height } = useTreeWindow(rows, active, scroller);
  const activeRow = rows[active];

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const isReorder = event.altKey && event.shiftKey && !event.ctrlKey && !event.metaKey;
    if (isReorder && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      if (activeRow?.type === "anchor" && canEdit) stepAnchor(room, activeRow, event.key === "ArrowDown" ? 1 : -1);
      event.preventDefault();
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const action = findKeyAction(event.key, activeRow);
    if (action === null) return;
    const next = findNextRow(action, active, rows.length);
    if (next !== null) choose(next, event);
    else if (action === "name") setRenamedId(canEdit && activeRow?.type === "group" ? activeRow.ref.id : null);
    else if (activeRow?.type === "group" || activeRow?.type === "section")
      setOpen(toRowKey(activeRow), action === "open" || (action === "enter" && !activeRow.isOpen));
    else if (activeRow?.type === "scan") store.setState({ openSide: "inspector" });
    else if (activeRow !== undefined) {
      store.setState({ openSide: "inspector", titleWanted: activeRow.ref.id });
      flyToSelected.run(room);
    }
    event.preventDefault();
  };
  return (
    <div
      ref={treeRef}
      role="tree"
      aria-label="Outline"
      aria-multiselectable="true"
      tabIndex={0}
      aria-activedescendant={activeRow === undefined ? undefined : `${treeId}-${toRowKey(activeRow)}`}
      onKeyDown={onKeyDown}
      style={{ height: virtual.getTotalSize() }}
      className="relative focus-visible:-outline-offset-2"
    >
      {virtual.getVirtualItems().map(({ index, start }) => {
        const row = rows[index];
        if (row === undefined) return null;
        const key = toRowKey(row);
        const ref = row.type === "section" || row.type === "scan" ? null : row.ref;
        return (
          <TreeLine
            key={key}
            id={`${treeId}-${key}`}
            row={row}
            top={start - virtual.options.scrollMargin}
            height={height}
            position={index + 1}
            count={rows.length}
            isActive={index === active}
            isSelected={isSelected(row)}
            isDropTarget={dropId === key}
            canDrag={canEdit && search === "" && (row.type === "anchor" || row.type === "group")}
            isRenamed={renamedId === key}
            change={compared?.changes.get(key)}
            mark={toMark(ref === null ? undefined : unpublished?.byId.get(ref.id), unpublished)}
            people={ref === null ? [] : people.filter((person) => hasSelected(person, ref.kind, ref.id))}
            onChoose={(event) => {
              choose(index, event);
              if (event.shiftKey || event.ctrlKey || event.metaKey) return;
              if (row.type === "section") setOpen(key, !row.isOpen);
              else if (row.type === "scan") openScan(store, row.scanId);
              else if (row.type !== "group") {
                selectObjects(store, [row.ref]);
                flyToSelected.run(room);
              }
            }}
            onToggle={() => {
              if (row.type === "group" || row.type === "section") setOpen(key, !row.isOpen);
            }}
            onRename={(name) => {
              setRenamedId(null);
              if (name !== null) renameGroup(room, key, name);
            }}
            onAskName={() => canEdit && row.type === "group" && setRenamedId(key)}
            onDragOver={() => setDropId(key)}
            onDragEnd={() => setDropId(null)}
            onDrop={(draggedId) => {
              setDropId(null);
              dropOnRow(room, rows, row, draggedId);
            }}
          />
        );
      })}
    </div>
  );
}

function toMark(change: UnpublishedChange | undefined, unpublished: UnpublishedChanges | null): ReactNode {
  if (change === undefined || unpublished === null) return null;
  return <UnpublishedMark change={change} version={unpublished.version} />;
}
