import type { EditorCommand } from "./editor-command.ts";

export const switchMode: EditorCommand = {
  id: "switch-mode",
  label: "Switch between orbit and walk",
  shortcut: "m",
  isEnabled: ({ store }) => store.getState().hasScene,
  run: ({ store }) => store.setState(({ mode }) => ({ mode: mode === "orbit" ? "walk" : "orbit" })),
};
