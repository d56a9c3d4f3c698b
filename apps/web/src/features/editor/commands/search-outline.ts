import type { EditorCommand } from "./editor-command.ts";

export const outlineSearchId = "editor-outline-search";

export const searchOutline: EditorCommand = {
  id: "search-outline",
  label: "Search the outline",
  shortcut: "/",
  isEnabled: () => true,
  run: ({ store }) => {
    store.setState({ openSide: "outline" });
    // On a phone the outline opens first.
    requestAnimationFrame(() => document.getElementById(outlineSearchId)?.focus());
  },
};
