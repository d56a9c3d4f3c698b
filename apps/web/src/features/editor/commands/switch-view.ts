import type { EditorCommand } from "./editor-command.ts";

export const switchView: EditorCommand = {
  id: "switch-view",
  label: "Switch between 3D and floor plan",
  shortcut: "l",
  isEnabled: ({ store }) => store.getState().hasScene,
  run: ({ store }) => store.setState(({ view }) => ({ view: view === "plan" ? "scene" : "plan" })),
};
