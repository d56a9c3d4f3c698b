import { moveAnchor } from "@blueprint/scene/anchor-operations";
import { transformObjects } from "@blueprint/scene/transform-objects";
import type { Vector3 } from "@blueprint/scene/vector";
import { moveVolume } from "@blueprint/scene/volume-operations";
import { useEffect } from "react";
import type * as Y from "yjs";
import { type EditorRoom, mayEdit } from "./commands/editor-command.ts";
import { runShortcut } from "./commands/editor-commands.ts";
import { addMetres, findNudge } from "./nudge.ts";
import { findSingle } from "./selection.ts";
import { isTyping } from "./shortcut.ts";
import { findPlacement, moveScan } from "./tools/align/align-actions.ts";
import { listMovable } from "./tools/transform/find-pivot.ts";
import { findVolume } from "./tools/volume/volume-actions.ts";

/** Keyboard handling of the editor: global shortcuts, arrows for the selected anchor. */
export function useEditorKeys(room: EditorRoom): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // Open dialogs handle their own keys, and the canvas may have handled the event.
      if (event.defaultPrevented || event.isComposing || room.store.getState().dialog !== null) return;
      if (document.querySelector("[role='dialog'], [role='menu']") !== null) return;
      if (nudgeSelected(room, event) || runShortcut(room, event)) event.preventDefault();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [room]);
}

/** Moves the selection with Alt and an arrow key, or with the arrow alone when one of the objects has the focus. */
export function nudgeSelected(room: EditorRoom, event: KeyboardEvent): boolean {
  const { selection, openScanId } = room.store.getState();
  if (
    (selection.length === 0 && openScanId === null) ||
    event.ctrlKey ||
    event.metaKey ||
    isTyping(event.target) ||
    !mayEdit(room)
  )
    return false;
  const isOnObject = event.target instanceof Element && event.target.closest("[data-marker], [data-nudge]") !== null;
  if (!event.altKey && !isOnObject) return false;
  const camera = room.getScene()?.getPose() ?? { position: [0, 0, 1] as const, target: [0, 0, 0] as const };
  const isPlan = room.store.getState().view === "plan";
  // In the plan, up on screen points away from the viewer.
  const nudge = findNudge(event.key, event.shiftKey, isPlan ? { position: [0, 0, 1], target: [0, 0, 0] } : camera);
  if (nudge === null) return false;
  nudgeBy(room, nudge);
  return true;
}

/** Moves the selection by metres. */
function nudgeBy(room: EditorRoom, shift: Vector3): void {
  const { connection, store, attempt } = room;
  const { selection, selectedAnchorId, openScanId } = store.getState();
  const { scene } = connection.getState();
  const volume = findVolume(scene, findSingle(selection, "volumes"));
  const anchor = scene.anchors.find(({ id }) => id === selectedAnchorId);
  const move = (doc: Y.Doc) => {
    if (anchor !== undefined) moveAnchor(doc, anchor.id, { position: addMetres(anchor.position, shift) });
    else if (openScanId !== null) moveScan(doc, room, openScanId, { shift });
    else if (volume !== undefined) {
      moveVolume(doc, volume, findPlacement(scene, store.getState(), volume.scanId), { shift });
    } else transformObjects(doc, listMovable(selection), { shift });
  };
  // A key that is held down repeats.
  attempt(move, { joins: `nudge ${openScanId ?? selection.map(({ id }) => id).join()}` });
}
