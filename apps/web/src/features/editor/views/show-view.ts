import type { FieldValues } from "@blueprint/scene/scene-field";
import type { View, viewKind } from "@blueprint/scene/view";
import { toShown } from "../../viewer/viewer.ts";
import type { EditorRoom } from "../commands/editor-command.ts";

type SeenValues = Partial<FieldValues<(typeof viewKind)["fields"]>>;

/** The current camera and layers, as a view stores them; null before the first frame. */
export function readSeenNow({ store, getScene }: EditorRoom): (Pick<View, "position" | "target"> & SeenValues) | null {
  const pose = getScene()?.getPose();
  if (pose === undefined) return null;
  const { mode, view, shown, layers } = store.getState();
  return {
    position: pose.position,
    target: pose.target,
    mode: view === "plan" ? "plan" : mode,
    ...shown,
    hiddenScans: [...(layers?.hiddenIds ?? [])],
  };
}

/** Opens a view: its camera, navigation mode and visible layers. */
export function showView({ store, getScene }: EditorRoom, view: View): void {
  const { layers } = store.getState();
  const mode = view.mode === "plan" ? "orbit" : view.mode;
  layers?.hideOnly(view.hiddenScans);
  store.setState({
    shown: toShown(view),
    mode,
    view: view.mode === "plan" ? "plan" : "scene",
  });
  getScene()?.setPose({ position: view.position, target: view.target }, mode);
}
