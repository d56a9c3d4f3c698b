import { chooseTool, selectAnchor } from "../editor.store.ts";
import type { EditorCommand } from "./editor-command.ts";

export const cancel: EditorCommand = {
  id: "cancel",
  label: "Put the tool down, then deselect",
  shortcut: "Escape",
  isEnabled: ({ store }) => store.getState().tool !== "select" || store.getState().selectedAnchorId !== null,
  run: ({ store }) => {
    if (store.getState().tool === "select") selectAnchor(store, null);
    else chooseTool(store, "select");
  },
};
