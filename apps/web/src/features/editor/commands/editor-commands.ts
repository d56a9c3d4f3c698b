import { isTyping, matchesShortcut } from "../shortcut.ts";
import { cancel } from "./cancel.ts";
import { chooseAlign } from "./choose-align.ts";
import { chooseAnchor } from "./choose-anchor.ts";
import { chooseComment } from "./choose-comment.ts";
import { chooseMeasure } from "./choose-measure.ts";
import { chooseSelect } from "./choose-select.ts";
import { chooseZone } from "./choose-zone.ts";
import { commentOnSelected } from "./comment-on-selected.ts";
import { duplicateSelected } from "./duplicate-selected.ts";
import type { EditorCommand, EditorRoom } from "./editor-command.ts";
import { finishDrawing } from "./finish-drawing.ts";
import { flyToSelected } from "./fly-to-selected.ts";
import { groupSelected } from "./group-selected.ts";
import { openComments } from "./open-comments.ts";
import { openExchange } from "./open-exchange.ts";
import { openGuide } from "./open-guide.ts";
import { openHelp } from "./open-help.ts";
import { openHistory } from "./open-history.ts";
import { openPalette } from "./open-palette.ts";
import { openSettings } from "./open-settings.ts";
import { openTours } from "./open-tours.ts";
import { placeAtCentre } from "./place-at-centre.ts";
import { redo } from "./redo.ts";
import { removeSelected } from "./remove-selected.ts";
import { resetView } from "./reset-view.ts";
import { searchOutline } from "./search-outline.ts";
import { selectAll } from "./select-all.ts";
import { switchMode } from "./switch-mode.ts";
import { switchView } from "./switch-view.ts";
import { undo } from "./undo.ts";

/** In the order in which the help lists them. */
export const editorCommands: readonly EditorCommand[] = [
  chooseSelect,
  chooseAnchor,
  chooseZone,
  chooseMeasure,
  chooseAlign,
  chooseComment,
  commentOnSelected,
  placeAtCentre,
  finishDrawing,
  cancel,
  selectAll,
  duplicateSelected,
  groupSelected,
  removeSelected,
  undo,
  redo,
  flyToSelected,
  switchMode,
  switchView,
  resetView,
  searchOutline,
  openPalette,
  openComments,
  openTours,
  openHistory,
  openGuide,
  openExchange,
  openSettings,
  openHelp,
];

/** Runs the command bound to a key; false if there is none. */
export function runShortcut(room: EditorRoom, event: KeyboardEvent): boolean {
  const command = editorCommands.find(
    ({ shortcut, whileTyping }) =>
      shortcut !== null && matchesShortcut(shortcut, event) && (whileTyping === true || !isTyping(event.target)),
  );
  if (command === undefined) return false;
  // Enter and Space belong to a focused button or link.
  if (
    command.shortcut === "Enter" &&
    event.target instanceof Element &&
    event.target.closest("button, a, summary, [role='option']")
  )
    return false;
  if (command.isEnabled(room)) command.run(room);
  return true;
}
