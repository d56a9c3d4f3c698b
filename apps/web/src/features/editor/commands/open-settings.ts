import type { EditorCommand } from "./editor-command.ts";

export const openSettings: EditorCommand = {
  id: "open-settings",
  label: "Units, north and storeys",
  shortcut: null,
  isEnabled: ({ session }) => session.getState().isLoaded,
  run: ({ store }) => store.setState({ dialog: "settings" }),
};
