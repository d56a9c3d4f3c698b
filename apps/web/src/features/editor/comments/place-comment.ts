import type { EditorRoom } from "../commands/editor-command.ts";
import { startComment } from "../editor.store.ts";
import { findStoreyAt } from "../find-storey.ts";
import type { StagePoint } from "../tools/tool-stage.ts";

const nothingThere = "No surface there. Turn the view or move closer, then try again.";

/** Opens a comment on the point that a ray hit. */
export function placeComment({ connection, store }: EditorRoom, hit: StagePoint | null): void {
  if (hit === null) {
    store.setState({ hint: nothingThere });
    return;
  }
  const [x, y, z] = hit.point.map((metres) => Math.round(metres * 1_000) / 1_000) as [number, number, number];
  startComment(store, { position: [x, y, z], floor: findStoreyAt(connection.getState().scene, y) });
}
