import { canFinish } from "../tools/draw/draft.ts";
import { finishDraft } from "../tools/draw/finish-draft.ts";
import { type EditorCommand, mayEdit } from "./editor-command.ts";

export const finishDrawing: EditorCommand = {
  id: "finish-drawing",
  label: "Finish drawing",
  shortcut: "mod+Enter",
  isEnabled: (room) => {
    const { draft } = room.store.getState();
    return mayEdit(room) && draft !== null && canFinish(draft);
  },
  run: (room) => {
    const { draft } = room.store.getState();
    if (draft !== null) finishDraft(room, draft);
  },
};
