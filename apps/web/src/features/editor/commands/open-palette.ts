import type { EditorCommand } from "./editor-command.ts";

export const openPalette: EditorCommand = {
  id: "open-palette",
  label: "Search everything",
  shortcut: "mod+k",
  whileTyping: true,
  isEnabled: ({ session }) => session.getState().isLoaded,
  run: ({ store }) => store.setState({ dialog: "palette" }),
};
