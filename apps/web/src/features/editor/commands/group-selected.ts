import { addObject, arrangeObjects } from "@blueprint/scene/object-operations";
import { selectObjects } from "../editor.store.ts";
import { type EditorCommand, mayEdit } from "./editor-command.ts";

export const groupSelected: EditorCommand = {
  id: "group-selected",
  label: "Group selection",
  shortcut: "mod+g",
  isEnabled: (room) => mayEdit(room) && room.store.getState().selection.length > 0,
  run: ({ connection, store, userId, attempt }) => {
    const { selection } = store.getState();
    const id = crypto.randomUUID();
    const number = connection.getState().scene.groups.length + 1;
    const made = { name: `Group ${number}`, createdBy: userId, createdAt: new Date().toISOString() };
    const grouped = attempt((doc) => {
      addObject(doc, "groups", id, made);
      for (const kind of new Set(selection.map((ref) => ref.kind))) {
        const ids = selection.filter((ref) => ref.kind === kind).map((ref) => ref.id);
        arrangeObjects(doc, kind, ids, { beforeId: null, group: id });
      }
    });
    if (grouped === null) return;
    selectObjects(store, [{ kind: "groups", id }]);
    connection.announce(`Group ${number} created. Press F2 in the outline to rename it.`);
  },
};
