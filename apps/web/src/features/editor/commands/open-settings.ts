import type { EditorCommand } from "./editor-command.ts";

export const openSettings: EditorCommand = {
  id: "open-settings",
  label: "Units, north and storeys",
  shortcut: null,
  isEnabled: ({ connection }) => connection.getState().isLoaded,
  run: ({ store }) => store.setState({ dialog: "settings" }),
};
