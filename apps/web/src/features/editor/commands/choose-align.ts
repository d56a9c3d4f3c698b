import { chooseTool } from "../editor.store.ts";
import { type EditorCommand, mayEdit } from "./editor-command.ts";

export const chooseAlign: EditorCommand = {
  id: "choose-align",
  label: "Place plans and scans",
  shortcut: "p",
  isEnabled: (room) => mayEdit(room) && room.store.getState().hasScene,
  run: ({ store }) => {
    chooseTool(store, "align");
    store.setState({ openSide: null });
  },
};
