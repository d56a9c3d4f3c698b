import type { Point2 } from "@blueprint/scene/scene-field";
import type { Zone } from "@blueprint/scene/zone";
import { insertZoneVertex, moveZoneVertices, removeZoneVertex } from "@blueprint/scene/zone-operations";
import { type KeyboardEvent, useRef, useState } from "react";
import { toZoneColour } from "../../../viewer/viewer.ts";
import { findNudge } from "../../nudge.ts";
import { toZoneName } from "../../object-names.ts";
import { useDocument, useEditorRoom } from "../../use-editor-room.ts";
import { DragHandle, type HandleDrag } from "../drag-handle.tsx";
import { meetLevel } from "../sight-line.ts";
import { snapCorner } from "../snap-settings.ts";
import type { ToolStage } from "../tool-stage.ts";
import { findPivot } from "../transform/find-pivot.ts";
import { layOutGizmo } from "../transform/gizmo-layout.ts";
import { findFreeMiddles, listZoneSpots, toMillimetres, type ZoneSpot } from "./zone-spots.ts";

/** Handles for a zone's corners, and for the midpoints of its sides to add new ones. */
export function ZoneHandles({ zone, stage }: { readonly zone: Zone; readonly stage: ToolStage }) {
  const { connection, store, attempt } = useEditorRoom();
  const { scene } = useDocument();
  const [chosen, setChosen] = useState<string | null>(null);
  const inserted = useRef<string | null>(null);
  const level = zone.heights[0];
  const toScreen = ([x, z]: Point2) => stage.toScreen([x, level, z]);
  const spots = listZoneSpots(zone);
  const corners = spots.map(({ vertex }) => toScreen(vertex.at));
  const pivot = findPivot(scene, [{ kind: "zones", id: zone.id }]);
  const layout = pivot === null ? null : layOutGizmo(stage, pivot);
  const grips = layout === null ? [] : [layout.middle, layout.turn, layout.scale, ...layout.arms.map(({ end }) => end)];
  const middles = findFreeMiddles(
    spots.map(({ middle }) => toScreen(middle)),
    [...corners, ...grips],
  );

  const toCorner = ({ clientX, clientY, isShift }: HandleDrag, before: Point2): Point2 | null => {
    const met = meetLevel(stage.sightAt(clientX, clientY), level);
    if (met === null) return null;
    const [x, , z] = snapCorner(met, [before[0], level, before[1]], store.getState().snap, isShift);
    return [toMillimetres(x), toMillimetres(z)];
  };
  // A self-crossing outline is refused; the drag may continue.
  const move = (ringId: string, vertexId: string, at: Point2, joins: string | symbol) =>
    attempt((doc) => moveZoneVertices(doc, zone.id, [{ ringId, vertexId, at }]), { joins });
  const remove = ({ ring, vertex }: ZoneSpot) => {
    const removed = attempt((doc) => removeZoneVertex(doc, zone.id, ring.id, vertex.id));
    if (removed !== null) connection.announce(`Corner of ${toZoneName(zone)} removed.`);
  };
  const insertAfter = ({ ring, vertex, middle }: ZoneSpot, joins: symbol | null) => {
    inserted.current = attempt((doc) => insertZoneVertex(doc, zone.id, ring.id, vertex.id, middle), { joins });
    return inserted.current;
  };
  const onCornerKey = (event: KeyboardEvent, spot: ZoneSpot) => {
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      remove(spot);
      return;
    }
    const { ring, vertex } = spot;
    const nudge = findNudge(event.key, event.shiftKey, readHeading(store.getState().stage));
    if (nudge === null || nudge[1] !== 0) return;
    event.preventDefault();
    const at: Point2 = [toMillimetres(vertex.at[0] + nudge[0]), toMillimetres(vertex.at[1] + nudge[2])];
    // A key that is held down repeats.
    move(ring.id, vertex.id, at, `corner ${zone.id} ${spot.key}`);
  };
  return (
    <>
      {spots.map((spot, index) => [
        <DragHandle
          key={`${spot.key} middle`}
          label={spot.middleName}
          at={middles[index]!}
          data-handle="middle"
          onStart={({ gesture }) => insertAfter(spot, gesture)}
          onMove={(drag) => {
            const at = toCorner(drag, spot.vertex.at);
            if (at !== null && inserted.current !== null) move(spot.ring.id, inserted.current, at, drag.gesture);
          }}
          onClick={() => {
            if (insertAfter(spot, null) !== null) connection.announce(`${toZoneName(zone)} has a new corner.`);
          }}
          className="cursor-copy"
        >
          <span className="size-2.5 rounded-full border border-accent bg-sheet opacity-80 pointer-coarse:size-3" />
        </DragHandle>,
        <DragHandle
          key={spot.key}
          label={`${spot.name}: x ${spot.vertex.at[0].toFixed(2)}, z ${spot.vertex.at[1].toFixed(2)} m`}
          at={corners[index]!}
          data-handle="corner"
          onMove={(drag) => {
            const at = toCorner(drag, spot.before.at);
            if (at !== null) move(spot.ring.id, spot.vertex.id, at, drag.gesture);
          }}
          onEnd={() => connection.announce(`${spot.name} of ${toZoneName(zone)} moved.`)}
          onClick={(event) => {
            if (event.altKey) remove(spot);
            else setChosen(spot.key);
          }}
          onKeyDown={(event) => onCornerKey(event, spot)}
          className="z-10 cursor-move"
        >
          <span
            style={{ borderColor: toZoneColour(zone) }}
            className={`size-3.5 border-2 ${chosen === spot.key ? "bg-accent" : "bg-sheet"} pointer-coarse:size-4.5`}
          />
        </DragHandle>,
      ])}
    </>
  );
}

/** The direction that arrow keys go by; on the plan, up on the screen. */
function readHeading(stage: ToolStage | null): Parameters<typeof findNudge>[2] {
  const sight = stage === null || stage.kind === "plan" ? null : stage.sightAt(innerWidth / 2, innerHeight / 2);
  return sight === null ? { position: [0, 0, 1], target: [0, 0, 0] } : { position: [0, 0, 0], target: sight.direction };
}
