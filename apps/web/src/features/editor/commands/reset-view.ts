import type { EditorCommand } from "./editor-command.ts";

export const resetView: EditorCommand = {
  id: "reset-view",
  label: "Back to start view",
  shortcut: "h",
  isEnabled: ({ store }) => store.getState().hasScene,
  run: ({ getScene }) => getScene()?.resetView(),
};
