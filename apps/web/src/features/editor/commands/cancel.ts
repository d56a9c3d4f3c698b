import { chooseTool, closePanel, leavePast, selectObjects } from "../editor.store.ts";
import { startDraft } from "../tools/draw/draft.ts";
import { stopFollowing } from "../tools/follow/use-following.ts";
import type { EditorCommand } from "./editor-command.ts";

export const cancel: EditorCommand = {
  id: "cancel",
  label: "Discard the drawing, put the tool away, close what is open, then deselect",
  shortcut: "Escape",
  isEnabled: ({ store }) => {
    const { tool, selection, selectBy, followedClientId, commentAt, openScanId, panel, past } = store.getState();
    const isBusy =
      tool !== "select" || selectBy !== "click" || followedClientId !== null || panel !== null || past !== null;
    return isBusy || selection.length > 0 || commentAt !== null || openScanId !== null;
  },
  run: ({ store, connection }) => {
    const { tool, draft, selectBy, followedClientId, panel, past } = store.getState();
    if (followedClientId !== null) stopFollowing({ store, connection });
    else if (draft !== null && draft.points.length > 0) store.setState({ draft: startDraft(draft.task), hint: null });
    else if (tool !== "select") chooseTool(store, "select");
    else if (selectBy !== "click") store.setState({ selectBy: "click" });
    else if (past !== null) leavePast(store);
    else if (panel !== null) closePanel(store);
    else selectObjects(store, []);
  },
};
