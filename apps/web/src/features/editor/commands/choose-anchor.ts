import { chooseTool } from "../editor.store.ts";
import { type EditorCommand, mayEdit } from "./editor-command.ts";

export const chooseAnchor: EditorCommand = {
  id: "choose-anchor",
  label: "Anchor",
  shortcut: "a",
  isEnabled: (room) => mayEdit(room) && room.store.getState().hasScene,
  run: ({ store, getScene }) => {
    chooseTool(store, "anchor");
    store.setState({ openSide: null });
    // Enter then places at the centre of the view; with a button focused, it would press the button.
    getScene()?.focus();
  },
};
