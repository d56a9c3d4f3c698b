import type { EditorCommand } from "./editor-command.ts";

export const openComments: EditorCommand = {
  id: "open-comments",
  label: "Show comments",
  shortcut: null,
  isEnabled: ({ connection }) => connection.getState().isLoaded,
  run: ({ store }) => store.setState({ dialog: "comments" }),
};
