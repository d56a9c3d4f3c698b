import { moveAnchor } from "@blueprint/scene/anchor-operations";
import { useEffect } from "react";
import { type EditorRoom, mayEdit } from "./commands/editor-command.ts";
import { runShortcut } from "./commands/editor-commands.ts";
import { addMetres, findNudge } from "./nudge.ts";
import { isTyping } from "./shortcut.ts";

/** The keyboard of the editor: shortcuts everywhere, arrows for the selected anchor. */
export function useEditorKeys(room: EditorRoom): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // Open dialogs have a keyboard of their own; what the canvas used is used.
      if (event.defaultPrevented || event.isComposing || room.store.getState().dialog !== null) return;
      if (document.querySelector("[role='dialog'], [role='menu']") !== null) return;
      if (nudgeSelected(room, event) || runShortcut(room, event)) event.preventDefault();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [room]);
}

/** Moves the selected anchor with Alt and an arrow, or with the arrow alone where the anchor itself has the focus. */
export function nudgeSelected(room: EditorRoom, event: KeyboardEvent): boolean {
  const { selectedAnchorId } = room.store.getState();
  if (selectedAnchorId === null || event.ctrlKey || event.metaKey || isTyping(event.target) || !mayEdit(room))
    return false;
  const isOnAnchor = event.target instanceof Element && event.target.closest("[data-marker], [data-nudge]") !== null;
  if (!event.altKey && !isOnAnchor) return false;
  const anchor = room.session.getState().scene.anchors.find(({ id }) => id === selectedAnchorId);
  const camera = room.getScene()?.getPose() ?? { position: [0, 0, 1] as const, target: [0, 0, 0] as const };
  const nudge = findNudge(event.key, event.shiftKey, camera);
  if (anchor === undefined || nudge === null) return false;
  moveAnchor(room.session.doc, anchor.id, { position: addMetres(anchor.position, nudge) });
  return true;
}
