import type { EditorCommand } from "./editor-command.ts";

export const openTours: EditorCommand = {
  id: "open-tours",
  label: "Tours and views",
  shortcut: null,
  isEnabled: ({ session }) => session.getState().isLoaded,
  run: ({ store }) => store.setState({ dialog: "tours" }),
};
