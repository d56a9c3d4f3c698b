import { useEffect, useMemo } from "react";
import type { EditorRoom } from "./commands/editor-command.ts";
import { selectObjects } from "./editor.store.ts";
import { listPresent } from "./selection.ts";
import { useDocument, useEditor } from "./use-editor-room.ts";

/** Shares the selection with teammates and drops deleted objects from it. */
export function useSelectionFollowing({ connection, store }: EditorRoom): void {
  const { scene } = useDocument();
  const selection = useEditor((state) => state.selection);
  const there = useMemo(() => listPresent(scene, selection), [scene, selection]);
  useEffect(() => connection.showSelection(selection), [connection, selection]);
  useEffect(() => {
    if (there.length < selection.length) selectObjects(store, there);
  }, [there, selection, store]);
}
