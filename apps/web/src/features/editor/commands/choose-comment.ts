import { chooseTool } from "../editor.store.ts";
import { type EditorCommand, mayComment } from "./editor-command.ts";

export const chooseComment: EditorCommand = {
  id: "choose-comment",
  label: "Comment on a point",
  shortcut: "c",
  isEnabled: (room) => mayComment(room) && room.store.getState().hasScene,
  run: ({ store, getScene }) => {
    chooseTool(store, "comment");
    store.setState({ openSide: null });
    // Enter then points at the centre of the view; with a button focused, it would press the button.
    getScene()?.focus();
  },
};
