import type { ObjectRef } from "@blueprint/scene/scene-kinds";
import { useMemo, useRef, useState } from "react";
import { openScan, selectObjects } from "../editor.store.ts";
import { addRefs, type Selection, toggleRef } from "../selection.ts";
import { useDocument, useEditor, useEditorRoom } from "../use-editor-room.ts";
import { listBetween } from "./outline-rows.ts";
import { listTreeRows, type OutlineScan, type TreeRow, toRowKey } from "./outline-sections.ts";

export interface Outline {
  readonly rows: readonly TreeRow[];
  /** The row with the focus; -1 for none. */
  readonly active: number;
  readonly isSelected: (row: TreeRow) => boolean;
  /** Selects a row as a click on it does: Shift extends the selection, Ctrl toggles the row. */
  readonly choose: (index: number, keys: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) => void;
  /** Opens or closes a group or a section. */
  readonly setOpen: (key: string, isOpen: boolean) => void;
}

/** The rows of the outline, which of them are open, and the selection by rows. */
export function useOutline(scans: readonly OutlineScan[]): Outline {
  const { store } = useEditorRoom();
  const { scene } = useDocument();
  const search = useEditor((state) => state.search);
  const selection = useEditor((state) => state.selection);
  const openScanId = useEditor((state) => state.openScanId);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  // Start of the range that Shift extends.
  const rangeStart = useRef(0);
  // A section head is not an object: it takes the focus without being selected, until something is.
  const [head, setHead] = useState<{ readonly key: string; readonly selection: Selection } | null>(null);
  const rows = useMemo(() => listTreeRows(scene, scans, closed, search), [scene, scans, closed, search]);
  const selectedIds = useMemo(() => new Set(selection.map(({ id }) => id)), [selection]);
  const lastId = selection.at(-1)?.id;
  const activeKey =
    head?.selection === selection ? head.key : (lastId ?? (openScanId === null ? null : `scan:${openScanId}`));
  const active = useMemo(() => rows.findIndex((row) => toRowKey(row) === activeKey), [rows, activeKey]);

  /** Keeps the outline open on a phone, so that the next row stays in reach. */
  const withOutlineOpen = (select: () => void) => {
    const { openSide } = store.getState();
    select();
    store.setState({ openSide });
  };
  const select = (refs: readonly ObjectRef[]) => withOutlineOpen(() => selectObjects(store, refs));
  return {
    rows,
    active,
    isSelected: (row) => {
      if (row.type === "section") return false;
      return row.type === "scan" ? row.scanId === openScanId : selectedIds.has(row.ref.id);
    },
    choose: (index, { shiftKey, ctrlKey, metaKey }) => {
      const row = rows[index];
      if (row === undefined) return;
      if (!shiftKey) rangeStart.current = index;
      if (row.type === "section") {
        setHead({ key: row.key, selection });
        return;
      }
      setHead(null);
      if (row.type === "scan") withOutlineOpen(() => openScan(store, row.scanId));
      else if (shiftKey) select(addRefs([], listBetween(rows, rangeStart.current, index)));
      else if (ctrlKey || metaKey) select(toggleRef(selection, row.ref));
      else select([row.ref]);
    },
    setOpen: (key, isOpen) =>
      setClosed((before) => {
        const next = new Set(before);
        if (isOpen) next.delete(key);
        else next.add(key);
        return next;
      }),
  };
}
