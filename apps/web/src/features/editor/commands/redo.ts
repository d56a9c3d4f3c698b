import { type EditorCommand, mayEdit } from "./editor-command.ts";

export const redo: EditorCommand = {
  id: "redo",
  label: "Redo",
  shortcut: "mod+shift+z",
  whileTyping: true,
  isEnabled: (room) => mayEdit(room) && room.connection.getState().canRedo,
  run: ({ connection }) => connection.redo(),
};
