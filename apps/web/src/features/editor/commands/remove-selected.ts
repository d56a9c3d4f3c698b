import { removeAnchor } from "@blueprint/scene/anchor-operations";
import { selectAnchor } from "../editor.store.ts";
import { toAnchorName } from "../scene-changes.ts";
import { type EditorCommand, mayEdit } from "./editor-command.ts";

export const removeSelected: EditorCommand = {
  id: "remove-selected",
  label: "Delete the selected anchor",
  shortcut: "Delete",
  isEnabled: (room) => mayEdit(room) && room.store.getState().selectedAnchorId !== null,
  run: ({ session, store }) => {
    const { selectedAnchorId } = store.getState();
    const anchor = session.getState().scene.anchors.find(({ id }) => id === selectedAnchorId);
    if (selectedAnchorId === null || anchor === undefined) return;
    session.endStep();
    removeAnchor(session.doc, selectedAnchorId);
    session.endStep();
    selectAnchor(store, null);
    session.announce(`${toAnchorName(anchor)} is deleted. Undo brings it back.`);
  },
};
