import type { EditorCommand } from "./editor-command.ts";

export const openHistory: EditorCommand = {
  id: "open-history",
  label: "Show the history",
  shortcut: null,
  isEnabled: ({ session }) => session.getState().isLoaded,
  run: ({ store }) => store.setState({ dialog: "history" }),
};
