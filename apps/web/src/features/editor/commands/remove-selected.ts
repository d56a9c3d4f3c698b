import { removeAnchor } from "@blueprint/scene/anchor-operations";
import { selectAnchor } from "../editor.store.ts";
import { type EditorCommand, mayEdit } from "./editor-command.ts";

export const removeSelected: EditorCommand = {
  id: "remove-selected",
  label: "Delete the selected anchor",
  shortcut: "Delete",
  isEnabled: (room) => mayEdit(room) && room.store.getState().selectedAnchorId !== null,
  run: ({ session, store }) => {
    const { selectedAnchorId } = store.getState();
    if (selectedAnchorId === null) return;
    session.endStep();
    removeAnchor(session.doc, selectedAnchorId);
    session.endStep();
    selectAnchor(store, null);
  },
};
