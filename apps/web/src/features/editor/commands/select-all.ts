import { formatAmount } from "../../../lib/format.ts";
import { selectObjects } from "../editor.store.ts";
import type { EditorCommand } from "./editor-command.ts";

export const selectAll: EditorCommand = {
  id: "select-all",
  label: "Select all",
  shortcut: "mod+a",
  isEnabled: ({ session }) => session.getState().isLoaded,
  run: ({ store, session }) => {
    const { anchors, zones, measurements } = session.getState().scene;
    selectObjects(store, [
      ...anchors.map(({ id }) => ({ kind: "anchors" as const, id })),
      ...zones.map(({ id }) => ({ kind: "zones" as const, id })),
      ...measurements.map(({ id }) => ({ kind: "measurements" as const, id })),
    ]);
    session.announce(`${formatAmount(store.getState().selection.length, "object")} selected.`);
  },
};
