import type { EditorCommand } from "./editor-command.ts";

export const redo: EditorCommand = {
  id: "redo",
  label: "Redo",
  shortcut: "mod+shift+z",
  whileTyping: true,
  isEnabled: ({ session }) => session.getState().canRedo,
  run: ({ session }) => session.redo(),
};
