import { transformObjects } from "@blueprint/scene/transform-objects";
import type { Vector3 } from "@blueprint/scene/vector";
import { Move, RotateCw, Scaling } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { formatAmount } from "../../../../lib/format.ts";
import { attemptChange } from "../../attempt-change.ts";
import { findObjectName } from "../../object-names.ts";
import { useDocument, useEditor, useEditorRoom } from "../../use-editor-room.ts";
import { DragHandle, type HandleDrag } from "../drag-handle.tsx";
import type { ScreenPoint, ToolStage } from "../tool-stage.ts";
import { type FrameDrag, followFrameDrag, type Grip, isStill, startFrameDrag } from "./drag-move.ts";
import { findPivot, listMovable } from "./find-pivot.ts";
import { add, placeFrame } from "./place-frame.ts";

/** More objects are written once, when the hand lets go: writing thousands many times a second would choke the wire. */
export const liveWritesMax = 200;

/** Handles around what is selected: along the axes, over the floor, around the vertical, larger and smaller. */
export function SelectionFrame({ stage }: { readonly stage: ToolStage }) {
  const { session, store } = useEditorRoom();
  const { scene } = useDocument();
  const selection = useEditor((state) => state.selection);
  const movable = useMemo(() => listMovable(selection), [selection]);
  const pivotNow = useMemo(() => findPivot(scene, movable), [scene, movable]);
  const [held, setHeld] = useState<{ readonly pivot: Vector3; readonly shift: Vector3 } | null>(null);
  const drag = useRef<FrameDrag | null>(null);
  const pivot = held === null ? pivotNow : add(held.pivot, held.shift);
  if (pivot === null || movable.length === 0) return null;
  const places = placeFrame(stage, pivot);
  if (places === null) return null;
  const { middle, arms, armMetres, turn, scale } = places;
  const isSingleAnchor = movable.length === 1 && movable[0]?.kind === "anchors";
  const name =
    movable.length === 1 && movable[0] !== undefined
      ? (findObjectName(scene, movable[0]) ?? "it")
      : formatAmount(movable.length, "object");

  const start = (grip: Grip) => (at: HandleDrag) => {
    drag.current = startFrameDrag(grip, pivot, stage.sightAt(at.clientX, at.clientY));
    setHeld({ pivot, shift: [0, 0, 0] });
    session.beginGesture();
  };
  const apply = (move: Parameters<typeof transformObjects>[2]): boolean => {
    const refusal = attemptChange(() => transformObjects(session.doc, movable, move));
    if (refusal !== null) store.setState({ hint: refusal });
    return refusal === null;
  };
  const follow = ({ clientX, clientY, isShift }: HandleDrag) => {
    if (drag.current === null) return;
    const { snap } = store.getState();
    const steps = isShift ? { ...snap, gridMetres: 0, turnDegrees: 0 } : snap;
    const followed = followFrameDrag(drag.current, stage.sightAt(clientX, clientY), steps);
    if (followed === null || isStill(followed.move)) return;
    if (movable.length <= liveWritesMax) {
      if (!apply(followed.move)) return;
    } else {
      store.setState({ preview: { ...followed.drag.done, pivot: followed.drag.pivot } });
    }
    drag.current = followed.drag;
    setHeld({ pivot: followed.drag.pivot, shift: followed.drag.done.shift });
  };
  const end = () => {
    const done = drag.current;
    drag.current = null;
    setHeld(null);
    if (done !== null && movable.length > liveWritesMax) {
      apply({ ...done.done, pivot: done.pivot });
      store.setState({ preview: null });
    }
    session.endGesture();
    session.announce(`${name} moved.`);
  };
  const handle = (grip: Grip) => ({ onStart: start(grip), onMove: follow, onEnd: end, "data-handle": grip });

  return (
    <>
      <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
        {arms.map(({ grip, end: to }) => (
          <line
            key={grip}
            x1={middle.x}
            y1={middle.y}
            x2={to.x}
            y2={to.y}
            className={axisStrokes[grip]}
            strokeWidth={2}
          />
        ))}
        {isSingleAnchor ? null : (
          <ellipse
            cx={middle.x}
            cy={middle.y}
            {...toRing(stage, pivot, armMetres, middle)}
            fill="none"
            className="stroke-line"
            strokeDasharray="2 4"
          />
        )}
      </svg>
      {arms.map(({ grip, end: to }) => (
        <DragHandle
          key={grip}
          label={`Move ${name} along ${grip}`}
          at={to}
          {...handle(grip)}
          className="z-20 cursor-move"
        >
          <span
            className={`grid size-5 place-items-center rounded-full border-2 border-sheet font-mono text-caption text-on-accent uppercase ${axisFills[grip]}`}
          >
            {grip}
          </span>
        </DragHandle>
      ))}
      {isSingleAnchor ? null : (
        <>
          <DragHandle
            label={`Move ${name} over the floor`}
            at={middle}
            {...handle("level")}
            className="z-20 cursor-move"
          >
            <span className="grid size-6 place-items-center rounded-sharp border border-line bg-sheet text-ink">
              <Move size={14} strokeWidth={1.75} aria-hidden="true" />
            </span>
          </DragHandle>
          <DragHandle label={`Turn ${name}`} at={turn} {...handle("turn")} className="z-20 cursor-alias">
            <span className="grid size-6 place-items-center rounded-full border border-line bg-sheet text-ink">
              <RotateCw size={14} strokeWidth={1.75} aria-hidden="true" />
            </span>
          </DragHandle>
          <DragHandle label={`Scale ${name}`} at={scale} {...handle("scale")} className="z-20 cursor-nwse-resize">
            <span className="grid size-6 place-items-center rounded-sharp border border-line bg-sheet text-ink">
              <Scaling size={14} strokeWidth={1.75} aria-hidden="true" />
            </span>
          </DragHandle>
        </>
      )}
    </>
  );
}

const axisStrokes = { x: "stroke-danger", y: "stroke-good", z: "stroke-accent" } as const;
const axisFills = { x: "bg-danger", y: "bg-good", z: "bg-accent" } as const;

function toRing(stage: ToolStage, pivot: Vector3, radius: number, middle: ScreenPoint) {
  const reach = (x: number, z: number) => {
    const end = stage.toScreen(add(pivot, [x, 0, z]));
    return end === null ? { x: 0, y: 0 } : { x: Math.abs(end.x - middle.x), y: Math.abs(end.y - middle.y) };
  };
  const [x, z] = [reach(radius, 0), reach(0, radius)];
  return { rx: Math.hypot(x.x, z.x), ry: Math.hypot(x.y, z.y) };
}
