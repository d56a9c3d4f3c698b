import { moveAnchor } from "@blueprint/scene/anchor-operations";
import { transformObjects } from "@blueprint/scene/transform-objects";
import type { Vector3 } from "@blueprint/scene/vector";
import { useEffect } from "react";
import { attemptChange } from "./attempt-change.ts";
import { type EditorRoom, mayEdit } from "./commands/editor-command.ts";
import { runShortcut } from "./commands/editor-commands.ts";
import { addMetres, findNudge } from "./nudge.ts";
import { isTyping } from "./shortcut.ts";
import { listMovable } from "./tools/transform/find-pivot.ts";

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

/** Moves what is selected with Alt and an arrow, or with the arrow alone where one of the things has the focus. */
export function nudgeSelected(room: EditorRoom, event: KeyboardEvent): boolean {
  const { selection } = room.store.getState();
  if (selection.length === 0 || event.ctrlKey || event.metaKey || isTyping(event.target) || !mayEdit(room))
    return false;
  const isOnObject = event.target instanceof Element && event.target.closest("[data-marker], [data-nudge]") !== null;
  if (!event.altKey && !isOnObject) return false;
  const camera = room.getScene()?.getPose() ?? { position: [0, 0, 1] as const, target: [0, 0, 0] as const };
  const isPlan = room.store.getState().view === "plan";
  // Seen from above, up on the screen is away from the reader.
  const nudge = findNudge(event.key, event.shiftKey, isPlan ? { position: [0, 0, 1], target: [0, 0, 0] } : camera);
  if (nudge === null) return false;
  nudgeBy(room, nudge);
  return true;
}

/** Moves what is selected by some metres; what cannot be there stays, and says why. */
function nudgeBy({ session, store }: EditorRoom, shift: Vector3): void {
  const { selection, selectedAnchorId } = store.getState();
  const refusal = attemptChange(() => {
    const anchor = session.getState().scene.anchors.find(({ id }) => id === selectedAnchorId);
    if (anchor !== undefined) moveAnchor(session.doc, anchor.id, { position: addMetres(anchor.position, shift) });
    else transformObjects(session.doc, listMovable(selection), { shift });
  });
  if (refusal !== null) store.setState({ hint: refusal });
}
