import type { EditorCommand } from "./editor-command.ts";

export const openHelp: EditorCommand = {
  id: "open-help",
  label: "Show keyboard shortcuts",
  shortcut: "?",
  isEnabled: () => true,
  run: ({ store }) => store.setState({ dialog: "help" }),
};
