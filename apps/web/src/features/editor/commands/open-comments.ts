import type { EditorCommand } from "./editor-command.ts";

export const openComments: EditorCommand = {
  id: "open-comments",
  label: "Show comments",
  shortcut: null,
  isEnabled: ({ session }) => session.getState().isLoaded,
  run: ({ store }) => store.setState({ dialog: "comments" }),
};
