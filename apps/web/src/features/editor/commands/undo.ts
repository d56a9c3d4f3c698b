import { type EditorCommand, mayEdit } from "./editor-command.ts";

export const undo: EditorCommand = {
  id: "undo",
  label: "Undo",
  shortcut: "mod+z",
  whileTyping: true,
  isEnabled: (room) => mayEdit(room) && room.connection.getState().canUndo,
  run: ({ connection }) => connection.undo(),
};
