import type { EditorCommand } from "./editor-command.ts";

export const flyToSelected: EditorCommand = {
  id: "fly-to-selected",
  label: "Go to the selected anchor",
  shortcut: "f",
  isEnabled: ({ store }) => store.getState().selectedAnchorId !== null && store.getState().hasScene,
  run: ({ store, getScene }) => {
    const { selectedAnchorId } = store.getState();
    if (selectedAnchorId !== null) getScene()?.flyToAnchor(selectedAnchorId);
  },
};
