import { editObject } from "@blueprint/scene/object-operations";
import { transformPoint } from "@blueprint/scene/similarity";
import { snapNumber } from "@blueprint/scene/snapping";
import type { Vector3 } from "@blueprint/scene/vector";
import type { Volume } from "@blueprint/scene/volume";
import { type Face, moveFace, moveVolume, toScanFrame } from "@blueprint/scene/volume-operations";
import { type KeyboardEvent, useRef } from "react";
import { toVolumeName } from "../../object-names.ts";
import { useDocument, useEditor, useEditorRoom } from "../../use-editor-room.ts";
import { findPlacement } from "../align/align-actions.ts";
import { DragHandle, type HandleDrag } from "../drag-handle.tsx";
import { measureAlong, type SightLine } from "../sight-line.ts";
import type { ToolStage } from "../tool-stage.ts";
import { TransformGizmo } from "../transform/transform-gizmo.tsx";
import { faces, listEdges } from "./box-faces.ts";
import { findVolume } from "./volume-actions.ts";

const stepMetres = 0.05;
const longStepMetres = 0.5;

/** The selected volume's box: handles on its faces resize it, those in its middle move, turn and scale it. */
export function VolumeGizmo({ volume, stage }: { readonly volume: Volume; readonly stage: ToolStage }) {
  const { connection, store, attempt } = useEditorRoom();
  const { scene } = useDocument();
  const ownPlacements = useEditor((state) => state.ownPlacements);
  const held = useRef<{ readonly volume: Volume; readonly start: SightLine } | null>(null);
  const placement = findPlacement(scene, { ownPlacements }, volume.scanId);
  const name = toVolumeName(scene, volume);
  const place = (at: Vector3, of: Volume = volume) => transformPoint(placement, toScanFrame(of, at));

  const resize = (from: Volume, face: Face, metres: number, joins: symbol | null = null) =>
    attempt((doc) => editObject(doc, "volumes", volume.id, moveFace(from, face, metres / placement.scale)), { joins });
  const start = ({ clientX, clientY }: HandleDrag) => {
    held.current = { volume, start: stage.sightAt(clientX, clientY) };
  };
  const follow = (face: Face, at: Vector3) => (drag: HandleDrag) => {
    if (held.current === null) return;
    const { volume: from, start: first } = held.current;
    const through = place(at, from);
    const outwards = towards(place([0, 0, 0], from), through);
    const [before, now] = [first, stage.sightAt(drag.clientX, drag.clientY)].map((sight) =>
      measureAlong(sight, through, outwards),
    );
    if (before == null || now == null) return;
    const { gridMetres } = store.getState().snap;
    const metres = snapNumber(now - before, drag.isShift ? 0 : gridMetres);
    resize(from, face, metres, drag.gesture);
  };
  const end = () => {
    held.current = null;
    connection.announce(`${name} resized.`);
  };
  const onKeyDown = (face: Face) => (event: KeyboardEvent) => {
    const sign = ["ArrowUp", "ArrowRight"].includes(event.key)
      ? 1
      : ["ArrowDown", "ArrowLeft"].includes(event.key)
        ? -1
        : 0;
    if (sign === 0) return;
    event.preventDefault();
    resize(volume, face, sign * (event.shiftKey ? longStepMetres : stepMetres));
  };

  return (
    <>
      <svg aria-hidden="true" data-volume-box className="absolute inset-0 size-full overflow-visible">
        {listEdges().map(([from, to]) => {
          const [a, b] = [stage.toScreen(place(from)), stage.toScreen(place(to))];
          return a === null || b === null ? null : (
            <line
              key={`${from.join()} ${to.join()}`}
              x1={a.x}
              y1={a.y}
              x2={b.x}
              y2={b.y}
              className={volume.effect === "crop" ? "stroke-accent" : "stroke-danger"}
              strokeWidth={1.5}
              strokeDasharray={volume.effect === "crop" ? undefined : "6 3"}
            />
          );
        })}
      </svg>
      <TransformGizmo
        target={{
          name,
          pivot: place([0, 0, 0]),
          reach: "upright",
          follow: (move, _, joins) => {
            const current = findVolume(connection.getState().scene, volume.id) ?? volume;
            return attempt((doc) => moveVolume(doc, current, placement, move), { joins }) !== null;
          },
          end: () => undefined,
        }}
        stage={stage}
      />
      {faces.map(({ label, at, ...face }) => (
        <DragHandle
          key={label}
          label={`Move the ${label} of ${name}`}
          at={stage.toScreen(place(at))}
          onStart={start}
          onMove={follow(face, at)}
          onEnd={end}
          onKeyDown={onKeyDown(face)}
          data-handle="face"
          className="z-20 cursor-move"
        >
          <span className={`size-4 border-2 border-sheet ${volume.effect === "crop" ? "bg-accent" : "bg-danger"}`} />
        </DragHandle>
      ))}
    </>
  );
}

function towards(from: Vector3, to: Vector3): Vector3 {
  const [x, y, z] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
