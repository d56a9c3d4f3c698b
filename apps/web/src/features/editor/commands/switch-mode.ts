import type { EditorMode } from "../editor.store.ts";
import type { EditorCommand } from "./editor-command.ts";

const next: Record<EditorMode, EditorMode> = { orbit: "walk", walk: "fly", fly: "orbit" };

export const switchMode: EditorCommand = {
  id: "switch-mode",
  label: "Switch between orbit, walk and fly",
  shortcut: "m",
  isEnabled: ({ store }) => store.getState().hasScene,
  run: ({ store }) => store.setState(({ mode }) => ({ mode: next[mode] })),
};
