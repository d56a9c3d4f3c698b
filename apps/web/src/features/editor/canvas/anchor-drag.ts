import { moveAnchor } from "@blueprint/scene/anchor-operations";
import { transformObjects } from "@blueprint/scene/transform-objects";
import type { Vector3 } from "@blueprint/scene/vector";
import type { DragPhase, ScanHit } from "../../viewer/viewer.ts";
import type { EditorRoom } from "../commands/editor-command.ts";
import { selectAnchor } from "../editor.store.ts";
import { isSelected } from "../selection.ts";
import { meetLevel } from "../tools/sight-line.ts";
import { snapCorner } from "../tools/snap-settings.ts";
import type { ToolStage } from "../tools/tool-stage.ts";

/** Where a drag is now: a point on a surface, with its normal and its scan. */
type DragPoint = Pick<ScanHit, "point" | "normal"> & { readonly scanId: string | null };

/** Drags anchors by their pins: one alone along surfaces, or all that are selected by the same shift. */
export class AnchorDrag {
  readonly #room: EditorRoom;
  /** The key that joins the edits of a drag; a new one for each drag. */
  #gesture = Symbol("drag");

  constructor(room: EditorRoom) {
    this.#room = room;
  }

  /** Follows a drag in the 3D view; `hit` is null where there is no surface. */
  readonly follow = (anchorId: string, hit: DragPoint | null, phase: DragPhase): void => {
    const { store, connection, attempt } = this.#room;
    if (phase === "start") {
      this.#gesture = Symbol("drag");
      if (!isSelected(store.getState().selection, { kind: "anchors", id: anchorId })) selectAnchor(store, anchorId);
    }
    const anchor = connection.getState().scene.anchors.find(({ id }) => id === anchorId);
    if (hit === null || anchor === undefined) return;
    const { selection, snap } = store.getState();
    attempt(
      (doc) => {
        if (selection.length > 1) {
          const shift: Vector3 = [
            hit.point[0] - anchor.position[0],
            hit.point[1] - anchor.position[1],
            hit.point[2] - anchor.position[2],
          ];
          transformObjects(doc, selection, { shift });
        } else {
          const position = snapCorner(hit.point, undefined, snap, false);
          moveAnchor(doc, anchorId, { position, normal: hit.normal, scanId: hit.scanId });
        }
      },
      { joins: this.#gesture },
    );
  };

  /** Follows a drag on the plan, where an anchor keeps its height. */
  followOnPlan(stage: ToolStage, anchorId: string, clientX: number, clientY: number, phase: DragPhase): void {
    const anchor = this.#room.connection.getState().scene.anchors.find(({ id }) => id === anchorId);
    const isOnScreen = Number.isFinite(clientX);
    const met = anchor && isOnScreen ? meetLevel(stage.sightAt(clientX, clientY), anchor.position[1]) : null;
    this.follow(anchorId, met && anchor ? { point: met, normal: anchor.normal, scanId: anchor.scanId } : null, phase);
  }
}
