import { startDrawing } from "../editor.store.ts";
import { startDraft } from "../tools/draw/draft.ts";
import { type EditorCommand, mayEdit } from "./editor-command.ts";

export const chooseZone: EditorCommand = {
  id: "choose-zone",
  label: "Zone",
  shortcut: "z",
  isEnabled: (room) => mayEdit(room) && room.store.getState().hasScene,
  run: ({ store, getScene }) => {
    startDrawing(store, startDraft({ kind: "zone" }));
    // Enter then adds corners at the centre of the view; with a button focused, it would press the button.
    getScene()?.focus();
  },
};
