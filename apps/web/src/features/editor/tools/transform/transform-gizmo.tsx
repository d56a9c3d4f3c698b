import type { PlacementMove } from "@blueprint/scene/move-placement";
import type { Vector3 } from "@blueprint/scene/vector";
import { useRef, useState } from "react";
import { useDocument, useEditorRoom } from "../../use-editor-room.ts";
import type { HandleDrag } from "../drag-handle.tsx";
import type { ToolStage } from "../tool-stage.ts";
import { describeDrag } from "./describe-drag.ts";
import { followGizmoDrag, type GizmoDrag, type Grip, isStill, startGizmoDrag } from "./drag-move.ts";
import { GizmoHandles } from "./gizmo-handles.tsx";
import { add, layOutGizmo } from "./gizmo-layout.ts";
import { GizmoLines } from "./gizmo-lines.tsx";

/** What the handles move, and in which ways. */
export interface GizmoTarget {
  readonly name: string;
  /** Centre of the handles, metres. */
  readonly pivot: Vector3;
  /** `shift`: along the axes only; `upright`: also over the floor, about the vertical and in size; `free`: also tilted. */
  readonly reach: "shift" | "upright" | "free";
  /** Applies the next part of a drag, whose edits join one step; returns whether it was possible. */
  readonly follow: (move: PlacementMove, drag: GizmoDrag, joins: symbol) => boolean;
  readonly end: (drag: GizmoDrag) => void;
}

/** Handles that move, turn, tilt and scale a target, with the figures of the drag beside them. */
export function TransformGizmo({ target, stage }: { readonly target: GizmoTarget; readonly stage: ToolStage }) {
  const { connection, store } = useEditorRoom();
  const { units } = useDocument().scene.settings;
  const [held, setHeld] = useState<GizmoDrag | null>(null);
  const drag = useRef<GizmoDrag | null>(null);
  const { name, reach } = target;
  const pivot = held === null ? target.pivot : add(held.pivot, held.done.shift);
  const layout = layOutGizmo(stage, pivot);
  if (layout === null) return null;
  // Above all handles, where no hand covers them.
  const top = Math.max(figuresAbovePx, Math.min(layout.middle.y, ...layout.arms.map(({ end: to }) => to.y)));

  const start = (grip: Grip) => (at: HandleDrag) => {
    drag.current = startGizmoDrag(grip, pivot, stage.sightAt(at.clientX, at.clientY));
    setHeld(drag.current);
  };
  const follow = ({ clientX, clientY, isShift, gesture }: HandleDrag) => {
    if (drag.current === null) return;
    const { snap } = store.getState();
    const steps = isShift ? { ...snap, gridMetres: 0, turnDegrees: 0 } : snap;
    const followed = followGizmoDrag(drag.current, stage.sightAt(clientX, clientY), steps);
    if (followed === null || isStill(followed.move) || !target.follow(followed.move, followed.drag, gesture)) return;
    drag.current = followed.drag;
    setHeld(followed.drag);
  };
  const end = () => {
    const done = drag.current;
    drag.current = null;
    setHeld(null);
    if (done === null) return;
    target.end(done);
    connection.announce(`${name} moved: ${describeDrag(done, units)}.`);
  };
  const handle = (grip: Grip) => ({ onStart: start(grip), onMove: follow, onEnd: end, "data-handle": grip });

  return (
    <>
      <GizmoLines stage={stage} pivot={pivot} layout={layout} reach={reach} />
      <GizmoHandles name={name} reach={reach} layout={layout} handle={handle} />
      {held === null ? null : (
        <output
          data-drag-figures
          className="absolute top-0 left-0 z-20 rounded-sharp border border-line bg-sheet px-2 py-0.5 font-mono text-caption whitespace-nowrap text-ink shadow-overlay"
          style={{
            transform: `translate(${Math.round(layout.middle.x)}px, ${Math.round(top - figuresAbovePx)}px) translateX(-50%)`,
          }}
        >
          {describeDrag(held, units)}
        </output>
      )}
    </>
  );
}

const figuresAbovePx = 44;
