import { startDrawing } from "../editor.store.ts";
import { startDraft } from "../tools/draw/draft.ts";
import { type EditorCommand, mayEdit } from "./editor-command.ts";

export const chooseMeasure: EditorCommand = {
  id: "choose-measure",
  label: "Measure",
  shortcut: "r",
  isEnabled: (room) => mayEdit(room) && room.store.getState().hasScene,
  run: ({ store, getScene }) => {
    startDrawing(store, startDraft({ kind: "measure", type: "distance" }));
    getScene()?.focus();
  },
};
