import { removeObjects } from "@blueprint/scene/object-operations";
import { formatAmount } from "../../../lib/format.ts";
import { selectObjects } from "../editor.store.ts";
import { findObjectName } from "../object-names.ts";
import { stepBack } from "../tools/draw/draw-actions.ts";
import { type EditorCommand, mayEdit } from "./editor-command.ts";

export const removeSelected: EditorCommand = {
  id: "remove-selected",
  label: "Delete selection, or undo the last point of a drawing",
  shortcut: "Delete",
  isEnabled: (room) => {
    const { selection, draft } = room.store.getState();
    return mayEdit(room) && (selection.length > 0 || (draft?.points.length ?? 0) > 0);
  },
  run: (room) => {
    const { connection, store, attempt } = room;
    if (stepBack(room)) return;
    const { selection } = store.getState();
    const [first] = selection;
    const name = first && findObjectName(connection.getState().scene, first);
    const removed = attempt((doc) => removeObjects(doc, selection));
    if (removed === null) return;
    selectObjects(store, []);
    if (removed.length === 0) return;
    connection.announce(
      removed.length === 1
        ? `${name ?? "It"} deleted. Undo to restore it.`
        : `${formatAmount(removed.length, "object")} deleted. Undo to restore them.`,
    );
  },
};
