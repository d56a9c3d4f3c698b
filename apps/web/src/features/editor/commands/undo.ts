import type { EditorCommand } from "./editor-command.ts";

export const undo: EditorCommand = {
  id: "undo",
  label: "Undo",
  shortcut: "mod+z",
  whileTyping: true,
  isEnabled: ({ session }) => session.getState().canUndo,
  run: ({ session }) => session.undo(),
};
