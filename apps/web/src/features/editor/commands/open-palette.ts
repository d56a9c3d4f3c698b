import type { EditorCommand } from "./editor-command.ts";

export const openPalette: EditorCommand = {
  id: "open-palette",
  label: "Search everything",
  shortcut: "mod+k",
  whileTyping: true,
  isEnabled: ({ connection }) => connection.getState().isLoaded,
  run: ({ store }) => store.setState({ dialog: "palette" }),
};
