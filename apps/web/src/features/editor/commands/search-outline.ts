import type { EditorCommand } from "./editor-command.ts";

export const outlineSearchId = "editor-outline-search";

export const searchOutline: EditorCommand = {
  id: "search-outline",
  label: "Search outline",
  shortcut: "/",
  isEnabled: () => true,
  run: ({ store }) => {
    store.setState({ openSide: "outline" });
    // On a phone, the outline has to open first.
    requestAnimationFrame(() => document.getElementById(outlineSearchId)?.focus());
  },
};
