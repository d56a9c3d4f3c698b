import { placeAnchor } from "../place-anchor.ts";
import { type EditorCommand, mayEdit } from "./editor-command.ts";

export const placeAtCentre: EditorCommand = {
  id: "place-at-centre",
  label: "Place at the centre of view",
  shortcut: "Enter",
  isEnabled: (room) => mayEdit(room) && room.store.getState().tool === "anchor",
  run: (room) => placeAnchor(room, room.getScene()?.pickAtCentre() ?? null),
};
