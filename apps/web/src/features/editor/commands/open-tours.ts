import { openPanel } from "../editor.store.ts";
import type { EditorCommand } from "./editor-command.ts";

export const openTours: EditorCommand = {
  id: "open-tours",
  label: "Tours and views",
  shortcut: null,
  isEnabled: ({ connection }) => connection.getState().isLoaded,
  run: ({ store }) => openPanel(store, "tours"),
};
