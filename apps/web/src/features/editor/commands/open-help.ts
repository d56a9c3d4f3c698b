import type { EditorCommand } from "./editor-command.ts";

export const openHelp: EditorCommand = {
  id: "open-help",
  label: "Show the shortcuts",
  shortcut: "?",
  isEnabled: () => true,
  run: ({ store }) => store.setState({ dialog: "help" }),
};
