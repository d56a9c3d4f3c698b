import type { Anchor } from "@blueprint/scene/anchor";
import { arrangeObjects, editObject } from "@blueprint/scene/object-operations";
import type { ObjectRef } from "@blueprint/scene/scene-kinds";
import type { UnpublishedChange } from "@blueprint/scene/unpublished-changes";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronDown, ChevronRight, type LucideIcon } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { formatCount } from "../../../lib/format.ts";
import { useMediaQuery } from "../../../lib/use-media-query.ts";
import { anchorIcons, anchorTypeLooks } from "../../viewer/viewer.ts";
import { attemptStep } from "../attempt-change.ts";
import { flyToSelected } from "../commands/fly-to-selected.ts";
import { PersonBadge } from "../components/person-badge.tsx";
import { openScan, selectObjects } from "../editor.store.ts";
import { hasSelected, type Person } from "../people.ts";
import type { UnpublishedChanges } from "../publish/use-unpublished-changes.ts";
import { addRefs, type Selection, toggleRef } from "../selection.ts";
import { useDocument, useEditor, useEditorRoom, useMayEdit, usePeople } from "../use-editor-room.ts";
import { findDropPlace, findStepPlace, listBetween, type OutlinePlace } from "./outline-rows.ts";
import { listTreeRows, type OutlineScan, type TreeRow, toRowKey } from "./outline-sections.ts";
import { UnpublishedMark } from "./unpublished-mark.tsx";

const rowPx = 32;
/** Touch targets need more. */
const coarseRowPx = 44;

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
  const { session, store } = room;
  const { scene } = useDocument();
  const canEdit = useMayEdit();
  const people = usePeople();
  const search = useEditor((state) => state.search);
  const selection = useEditor((state) => state.selection);
  const compared = useEditor((state) => state.compared);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [renamedId, setRenamedId] = useState<string | null>(null);
  const [dropId, setDropId] = useState<string | null>(null);
  const treeId = useId();
  const treeRef = useRef<HTMLDivElement>(null);
  // Start of the range that Shift extends.
  const anchorRow = useRef(0);
  const rows = useMemo(() => listTreeRows(scene, scans, closed, search), [scene, scans, closed, search]);
  const openScanId = useEditor((state) => state.openScanId);
  // A section head is not an object: it takes the focus without being selected, until something is.
  const [head, setHead] = useState<{ readonly key: string; readonly selection: Selection } | null>(null);
  const selectedIds = useMemo(() => new Set(selection.map(({ id }) => id)), [selection]);
  const lastId = selection.at(-1)?.id;
  const activeKey =
    head?.selection === selection ? head.key : (lastId ?? (openScanId === null ? null : `scan:${openScanId}`));
  const active = useMemo(() => rows.findIndex((row) => toRowKey(row) === activeKey), [rows, activeKey]);
  const height = useMediaQuery("(pointer: coarse)") ? coarseRowPx : rowPx;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: treeRef.current?.offsetTop ?? 0,
    getItemKey: (index) => (rows[index] === undefined ? index : toRowKey(rows[index])),
  });
  useEffect(() => {
    if (active >= 0) virtual.scrollToIndex(active, { align: "auto" });
  }, [active, virtual]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines of another height are measured anew.
  useEffect(() => virtual.measure(), [height, virtual]);

  /** Keeps the outline open on a phone, so that the next row stays in reach. */
  const select = (refs: readonly ObjectRef[]) => {
    const { openSide } = store.getState();
    selectObjects(store, refs);
    store.setState({ openSide });
  };
  const choose = (index: number, event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) => {
    const row = rows[index];
    if (row === undefined) return;
    if (!event.shiftKey) anchorRow.current = index;
    if (row.type === "section") {
      setHead({ key: row.key, selection });
      return;
    }
    setHead(null);
    if (row.type === "scan") {
      const { openSide } = store.getState();
      openScan(store, row.scanId);
      store.setState({ openSide });
    } else if (event.shiftKey) select(addRefs([], listBetween(rows, anchorRow.current, index)));
    else if (event.ctrlKey || event.metaKey) select(toggleRef(selection, row.ref));
    else select([row.ref]);
  };
  const setOpen = (id: string, isOpen: boolean) =>
    setClosed((before) => {
      const next = new Set(before);
      if (isOpen) next.delete(id);
      else next.add(id);
      return next;
    });
  const place = (ids: readonly string[], to: OutlinePlace) => {
    session.endStep();
    arrangeObjects(session.doc, "anchors", ids, to);
    session.endStep();
  };
  const placeGroups = (ids: readonly string[], to: OutlinePlace) => {
    const refusal = attemptStep(session, () =>
      arrangeObjects(session.doc, "groups", ids, { beforeId: null, group: to.group }),
    );
    // A group can't contain itself.
    if (refusal !== null) session.announce(refusal);
  };
  const step = (by: 1 | -1) => {
    const row = rows[active];
    if (row?.type !== "anchor" || !canEdit) return;
    const to = findStepPlace(scene.anchors, row.anchor, by);
    if (to === null) return;
    place([row.ref.id], to);
    session.announce(`${row.name} moved ${by === 1 ? "down" : "up"}.`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const row = rows[active];
    const isReorder = event.altKey && event.shiftKey && !event.ctrlKey && !event.metaKey;
    if (isReorder && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      step(event.key === "ArrowDown" ? 1 : -1);
      event.preventDefault();
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const go = (index: number) => choose(Math.min(Math.max(index, 0), rows.length - 1), event);
    const run = findKeyAction(event.key, row);
    if (run === null) return;
    const last = rows.length - 1;
    if (run === "down") go(active + 1);
    else if (run === "up") go(active === -1 ? last : active - 1);
    else if (run === "first") go(0);
    else if (run === "last") go(last);
    else if (run === "name") setRenamedId(canEdit && row?.type === "group" ? row.ref.id : null);
    else if (row?.type === "group" || row?.type === "section")
      setOpen(toRowKey(row), run === "open" || (run === "enter" && !row.isOpen));
    else if (row?.type === "scan") store.setState({ openSide: "inspector" });
    else if (row !== undefined) {
      store.setState({ openSide: "inspector", titleWanted: row.ref.id });
      flyToSelected.run(room);
    }
    event.preventDefault();
  };
  const onDrop = (row: TreeRow, draggedId: string) => {
    setDropId(null);
    if (row.type !== "group" && row.type !== "anchor") return;
    if (draggedId === row.ref.id) return;
    const dragged = selectedIds.has(draggedId) ? selection : [{ kind: kindOf(rows, draggedId), id: draggedId }];
    const to = findDropPlace(row);
    const idsOf = (kind: string) => dragged.filter((ref) => ref.kind === kind).map(({ id }) => id);
    if (idsOf("groups").length > 0) placeGroups(idsOf("groups"), to);
    if (idsOf("anchors").length > 0) place(idsOf("anchors"), to);
  };
  return (
    <div
      ref={treeRef}
      role="tree"
      aria-label="Outline"
      aria-multiselectable="true"
      tabIndex={0}
      aria-activedescendant={active >= 0 && activeKey !== null ? `${treeId}-${activeKey}` : undefined}
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
            isSelected={ref === null ? row.type === "scan" && row.scanId === openScanId : selectedIds.has(ref.id)}
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
              if (name === null) return;
              session.endStep();
              editObject(session.doc, "groups", key, { name });
              session.endStep();
            }}
            onAskName={() => canEdit && row.type === "group" && setRenamedId(key)}
            onDragOver={() => setDropId(key)}
            onDragEnd={() => setDropId(null)}
            onDrop={(draggedId) => onDrop(row, draggedId)}
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

/** The chosen icon, otherwise that of the type; the default type has none. */
function findIcon({ icon, type }: Anchor): LucideIcon | null {
  const own = icon === null ? undefined : anchorIcons.get(icon)?.icon;
  return own ?? (type === "info" ? null : anchorTypeLooks[type].icon);
}

/** Maps a key to its action on a row. */
function findKeyAction(key: string, row: TreeRow | undefined) {
  if (key === "ArrowDown") return "down";
  if (key === "ArrowUp") return "up";
  if (key === "Home") return "first";
  if (key === "End") return "last";
  if (key === "Enter") return "enter";
  if (row?.type !== "group" && row?.type !== "section") return null;
  if (key === "ArrowRight") return "open";
  if (key === "ArrowLeft") return "close";
  return key === "F2" ? "name" : null;
}

function kindOf(rows: readonly TreeRow[], id: string): ObjectRef["kind"] {
  return rows.find((row) => row.type === "group" && row.ref.id === id) === undefined ? "anchors" : "groups";
}

/** Kinds with a figure as their detail. */
const measuredKinds: ReadonlySet<ObjectRef["kind"]> = new Set(["floors", "zones", "measurements"]);
const dragType = "application/x-blueprint-outline";

function TreeLine({
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
  const Chevron = isBranch && row.isOpen ? ChevronDown : ChevronRight;
  const Icon = row.type === "anchor" ? findIcon(row.anchor) : null;
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
      {isBranch ? (
        <button
          type="button"
          tabIndex={-1}
          aria-label={row.isOpen ? `Close ${row.name}` : `Open ${row.name}`}
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
          className="grid w-5 shrink-0 place-items-center text-ink-soft"
        >
          <Chevron size={14} strokeWidth={1.75} aria-hidden="true" />
        </button>
      ) : row.type === "anchor" ? (
        <span aria-hidden="true" className="w-5 shrink-0 text-right font-mono text-caption text-ink-soft">
          {row.number}
        </span>
      ) : (
        <span className="grid w-5 shrink-0 place-items-end">
          {row.type === "object" && row.colour !== null ? (
            <span
              aria-hidden="true"
              style={{ background: row.colour }}
              className="block size-3 rounded-sharp border border-line"
            />
          ) : null}
        </span>
      )}
      {isRenamed ? (
        <input
          aria-label="Group name"
          defaultValue={row.name}
          maxLength={120}
          // biome-ignore lint/a11y/noAutofocus: it was opened to be typed into.
          autoFocus
          onFocus={(event) => event.target.select()}
          onClick={(event) => event.stopPropagation()}
          onBlur={(event) => onRename(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") onRename(event.currentTarget.value);
            else if (event.key === "Escape") onRename(null);
            event.stopPropagation();
          }}
          className="h-6 min-w-0 flex-1 rounded-sharp border border-accent bg-sheet px-1 font-regular text-ink"
        />
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
      {Icon === null ? null : (
        <Icon size={14} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-ink-soft" />
      )}
      {row.type === "anchor" && row.anchor.state === "draft" ? (
        <span className="shrink-0 text-caption font-regular text-ink-soft">draft</span>
      ) : null}
      {mark}
      {change === undefined ? null : (
        <span className="shrink-0 rounded-sharp border border-line px-1 text-caption font-regular text-ink">
          {change}
        </span>
      )}
      {row.type === "object" || row.type === "scan" ? (
        <span
          className={classNames(
            "max-w-2/5 shrink-0 truncate text-caption font-regular text-ink-soft",
            row.type === "object" && measuredKinds.has(row.ref.kind) && "font-mono",
          )}
        >
          {row.detail}
        </span>
      ) : null}
      {isBranch ? (
        <span className="shrink-0 font-mono text-caption font-regular text-ink-soft">{formatCount(row.count)}</span>
      ) : null}
      {people.map((person) => (
        <span key={person.clientId} className="shrink-0">
          <PersonBadge name={person.name} colour={person.colour} className="size-5" />
          <span className="sr-only">, selected by {person.name}</span>
        </span>
      ))}
    </div>
  );
}
