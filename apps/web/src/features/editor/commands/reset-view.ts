import type { EditorCommand } from "./editor-command.ts";

export const resetView: EditorCommand = {
  id: "reset-view",
  label: "Back to the start view",
  shortcut: "h",
  isEnabled: ({ getScene }) => getScene() !== null,
  run: ({ getScene }) => getScene()?.resetView(),
};
