import { chooseTool } from "../editor.store.ts";
import type { EditorCommand } from "./editor-command.ts";

export const chooseSelect: EditorCommand = {
  id: "choose-select",
  label: "Select",
  shortcut: "v",
  isEnabled: () => true,
  run: ({ store }) => chooseTool(store, "select"),
};
