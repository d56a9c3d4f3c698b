import type { EditorCommand } from "./editor-command.ts";

export const openExchange: EditorCommand = {
  id: "open-exchange",
  label: "Import and export",
  shortcut: null,
  isEnabled: ({ connection }) => connection.getState().isLoaded,
  run: ({ store }) => store.setState({ dialog: "exchange" }),
};
