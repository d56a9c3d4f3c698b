import { duplicateObjects } from "@blueprint/scene/copy-objects";
import { SceneInputError } from "@blueprint/scene/scene-input-error";
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
  run: ({ session, store, userId }) => {
    const { selection } = store.getState();
    session.endStep();
    try {
      const made = duplicateObjects(session.doc, selection, {
        createId: () => crypto.randomUUID(),
        author: { userId, at: new Date().toISOString() },
        move: { shift: [asideMetres, 0, 0] },
      });
      selectObjects(store, made);
      session.announce(`${formatAmount(made.length, "copy", "copies")} created and selected.`);
    } catch (error) {
      if (!(error instanceof SceneInputError)) throw error;
      store.setState({ hint: error.message });
    }
    session.endStep();
  },
};
