import { openPanel } from "../editor.store.ts";
import { type EditorCommand, mayEditNow } from "./editor-command.ts";

export const openGuide: EditorCommand = {
  id: "open-guide",
  label: "Ask the guide",
  shortcut: null,
  isEnabled: (room) => room.store.getState().hasGuide && mayEditNow(room),
  run: ({ store }) => openPanel(store, "guide"),
};
