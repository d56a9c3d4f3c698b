import type { EditorCommand } from "./editor-command.ts";

export const openExchange: EditorCommand = {
  id: "open-exchange",
  label: "Import and export",
  shortcut: null,
  isEnabled: ({ session }) => session.getState().isLoaded,
  run: ({ store }) => store.setState({ dialog: "exchange" }),
};
