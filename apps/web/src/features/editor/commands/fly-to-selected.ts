import { findPivot } from "../tools/transform/find-pivot.ts";
import { showView } from "../views/show-view.ts";
import { type EditorCommand, getShownScene } from "./editor-command.ts";

const reachMetres = 6;

export const flyToSelected: EditorCommand = {
  id: "fly-to-selected",
  label: "Go to selection",
  shortcut: "f",
  isEnabled: ({ store }) => store.getState().selection.length > 0 && store.getState().hasScene,
  run: (room) => {
    const { store, getScene } = room;
    const { selectedAnchorId, selection } = store.getState();
    const scene = getScene();
    if (scene === null) return;
    if (selectedAnchorId !== null && scene.flyToAnchor(selectedAnchorId)) return;
    const only = selection.length === 1 ? selection[0] : undefined;
    const view = only?.kind === "views" ? getShownScene(room).views.find(({ id }) => id === only.id) : undefined;
    if (view !== undefined) return showView(room, view);
    const pivot = findPivot(getShownScene(room), selection);
    if (pivot === null) return;
    // Along the current direction, from slightly above.
    const { position, target } = scene.getPose();
    const [dx, dz] = [position[0] - target[0], position[2] - target[2]];
    const length = Math.hypot(dx, dz) || 1;
    scene.setPose({
      position: [
        pivot[0] + (dx / length) * reachMetres,
        pivot[1] + reachMetres * 0.8,
        pivot[2] + (dz / length) * reachMetres,
      ],
      target: pivot,
    });
  },
};
