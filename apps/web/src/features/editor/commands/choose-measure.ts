import { startDrawing } from "../editor.store.ts";
import { startDraft } from "../tools/draw/draft.ts";
import type { EditorCommand } from "./editor-command.ts";

export const chooseMeasure: EditorCommand = {
  id: "choose-measure",
  label: "Measure",
  shortcut: "r",
  isEnabled: ({ store }) => store.getState().hasScene,
  run: ({ store, getScene }) => {
    startDrawing(store, startDraft({ kind: "measure", type: "distance" }));
    getScene()?.focus();
  },
};
