import type { ReactNode } from "react";
import { classNames } from "../../../lib/class-names.ts";
import type { Person } from "../people.ts";
import { GroupNameField } from "./group-name-field.tsx";
import { type TreeRow, toRowKey } from "./outline-sections.ts";
import { TreeLineEnd } from "./tree-line-end.tsx";
import { TreeLineStart } from "./tree-line-start.tsx";

const dragType = "application/x-blueprint-outline";

/** One row of the outline. */
export function TreeLine({
  id,
  row,
  top,
  height,
  position,
  count,
  isActive,
  isSelected,
  isDropTarget,
  canDrag,
  isRenamed,
  change,
  mark,
  people,
  onChoose,
  onToggle,
  onRename,
  onAskName,
  onDragOver,
  onDragEnd,
  onDrop,
}: {
  readonly id: string;
  readonly row: TreeRow;
  readonly top: number;
  readonly height: number;
  readonly position: number;
  readonly count: number;
  /** It has the focus. */
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly isDropTarget: boolean;
  readonly canDrag: boolean;
  readonly isRenamed: boolean;
  /** Since the moment being compared. */
  readonly change: string | undefined;
  /** Says that it differs from the published version. */
  readonly mark: ReactNode;
  readonly people: readonly Person[];
  readonly onChoose: (event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) => void;
  readonly onToggle: () => void;
  readonly onRename: (name: string | null) => void;
  readonly onAskName: () => void;
  readonly onDragOver: () => void;
  readonly onDragEnd: () => void;
  readonly onDrop: (draggedId: string) => void;
}) {
  const isBranch = row.type === "group" || row.type === "section";
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keyboard (aria-activedescendant).
    <div
      id={id}
      role="treeitem"
      data-kind={row.type === "section" ? "section" : row.type === "scan" ? "scans" : row.ref.kind}
      tabIndex={-1}
      aria-level={row.level}
      aria-setsize={count}
      aria-posinset={position}
      aria-selected={isSelected}
      aria-expanded={isBranch ? row.isOpen : undefined}
      draggable={canDrag && !isRenamed}
      onDragStart={(event) => event.dataTransfer.setData(dragType, toRowKey(row))}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(dragType)) return;
        event.preventDefault();
        onDragOver();
      }}
      onDragEnd={onDragEnd}
      onDrop={(event) => {
        event.preventDefault();
        onDrop(event.dataTransfer.getData(dragType));
      }}
      onClick={onChoose}
      onDoubleClick={onAskName}
      style={{ top, height, paddingLeft: `${0.75 + (row.level - 1) * 0.875}rem` }}
      className={classNames(
        "absolute inset-x-0 flex cursor-pointer items-center gap-2.5 pr-3",
        isSelected ? "bg-accent-wash font-strong text-accent" : "hover:bg-sunken",
        row.type === "section" && "border-t border-hairline text-caption text-ink-soft first:border-t-0",
        isActive && row.type === "section" && "bg-sunken",
        isDropTarget &&
          (row.type === "group" ? "outline-2 -outline-offset-2 outline-accent" : "border-t-2 border-accent"),
      )}
    >
      <TreeLineStart row={row} onToggle={onToggle} />
      {isRenamed ? (
        <GroupNameField name={row.name} onDone={onRename} />
      ) : (
        <span
          className={classNames(
            "min-w-0 flex-1 truncate",
            row.type === "anchor" && row.anchor.title.trim() === "" && !isSelected && "text-ink-soft",
          )}
        >
          {row.name}
        </span>
      )}
      <TreeLineEnd row={row} change={change} mark={mark} people={people} />
    </div>
  );
}
