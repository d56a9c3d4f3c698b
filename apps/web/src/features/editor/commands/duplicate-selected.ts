import { duplicateObjects } from "@blueprint/scene/copy-objects";
import { formatAmount } from "../../../lib/format.ts";
import { selectObjects } from "../editor.store.ts";
import { type EditorCommand, mayEdit } from "./editor-command.ts";

/** Offset from the original, so that both are visible. */
const asideMetres = 0.3;

export const duplicateSelected: EditorCommand = {
  id: "duplicate-selected",
  label: "Duplicate selection",
  shortcut: "mod+d",
  isEnabled: (room) => mayEdit(room) && room.store.getState().selection.length > 0,
  run: ({ connection, store, userId, attempt }) => {
    const { selection } = store.getState();
    const made = attempt((doc) =>
      duplicateObjects(doc, selection, {
        createId: () => crypto.randomUUID(),
        author: { userId, at: new Date().toISOString() },
        move: { shift: [asideMetres, 0, 0] },
      }),
    );
    if (made === null) return;
    selectObjects(store, made);
    connection.announce(`${formatAmount(made.length, "copy", "copies")} created and selected.`);
  },
};
