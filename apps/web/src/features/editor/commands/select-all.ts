import { formatAmount } from "../../../lib/format.ts";
import { selectObjects } from "../editor.store.ts";
import { type EditorCommand, getShownScene } from "./editor-command.ts";

export const selectAll: EditorCommand = {
  id: "select-all",
  label: "Select all",
  shortcut: "mod+a",
  isEnabled: ({ connection }) => connection.getState().isLoaded,
  run: (room) => {
    const { store, connection } = room;
    const { anchors, zones, measurements } = getShownScene(room);
    selectObjects(store, [
      ...anchors.map(({ id }) => ({ kind: "anchors" as const, id })),
      ...zones.map(({ id }) => ({ kind: "zones" as const, id })),
      ...measurements.map(({ id }) => ({ kind: "measurements" as const, id })),
    ]);
    connection.announce(`${formatAmount(store.getState().selection.length, "object")} selected.`);
  },
};
