import { placeComment } from "../comments/place-comment.ts";
import { placeAnchor } from "../place-anchor.ts";
import { pickForAlign } from "../tools/align/align-actions.ts";
import { drawPoint } from "../tools/draw/draw-actions.ts";
import { type EditorCommand, type EditorRoom, mayComment, mayEdit } from "./editor-command.ts";

export const placeAtCentre: EditorCommand = {
  id: "place-at-centre",
  label: "Place at the centre of the view",
  shortcut: "Enter",
  isEnabled: (room) => {
    const { tool } = room.store.getState();
    return tool === "comment" ? mayComment(room) : mayEdit(room) && tool !== "select";
  },
  run: (room) => {
    const { tool, stage } = room.store.getState();
    const centre = findCentre();
    if (centre === null) return;
    if (tool === "zone" || tool === "measure") drawPoint(room, centre.x, centre.y, false);
    else if (tool === "align") pickForAlign(room, stage?.pickAt(centre.x, centre.y) ?? null);
    else if (tool === "comment") placeComment(room, pickAtCentre(room, centre));
    else placeAnchor(room, pickAtCentre(room, centre));
  },
};

function pickAtCentre({ store, getScene }: EditorRoom, centre: { readonly x: number; readonly y: number }) {
  const { stage } = store.getState();
  return stage?.kind === "plan" ? stage.pickAt(centre.x, centre.y) : (getScene()?.pickAtCentre() ?? null);
}

/** The centre of the view, in window coordinates. */
function findCentre(): { readonly x: number; readonly y: number } | null {
  const box = document.querySelector("[data-editor-plan], [role='application']")?.getBoundingClientRect();
  return box === undefined ? null : { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
