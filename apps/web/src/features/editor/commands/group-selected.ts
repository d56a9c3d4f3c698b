import { addObject, arrangeObjects } from "@blueprint/scene/object-operations";
import { selectObjects } from "../editor.store.ts";
import { type EditorCommand, mayEdit } from "./editor-command.ts";

export const groupSelected: EditorCommand = {
  id: "group-selected",
  label: "Group selection",
  shortcut: "mod+g",
  isEnabled: (room) => mayEdit(room) && room.store.getState().selection.length > 0,
  run: ({ session, store, userId }) => {
    const { selection } = store.getState();
    const id = crypto.randomUUID();
    const count = session.getState().scene.groups.length + 1;
    session.beginGesture();
    addObject(session.doc, "groups", id, {
      name: `Group ${count}`,
      createdBy: userId,
      createdAt: new Date().toISOString(),
    });
    for (const kind of new Set(selection.map((ref) => ref.kind))) {
      const ids = selection.filter((ref) => ref.kind === kind).map((ref) => ref.id);
      arrangeObjects(session.doc, kind, ids, { beforeId: null, group: id });
    }
    session.endGesture();
    selectObjects(store, [{ kind: "groups", id }]);
    session.announce(`Group ${count} created. Press F2 in the outline to rename it.`);
  },
};
