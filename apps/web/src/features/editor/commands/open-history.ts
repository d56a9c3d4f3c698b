import { openPanel } from "../editor.store.ts";
import type { EditorCommand } from "./editor-command.ts";

export const openHistory: EditorCommand = {
  id: "open-history",
  label: "Show history",
  shortcut: null,
  isEnabled: ({ connection }) => connection.getState().isLoaded,
  run: ({ store }) => {
    store.setState({ moment: null });
    openPanel(store, "history");
  },
};
