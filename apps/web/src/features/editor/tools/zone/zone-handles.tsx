import type { Point2 } from "@blueprint/scene/scene-field";
import type { Zone, ZoneRing, ZoneVertex } from "@blueprint/scene/zone";
import { insertZoneVertex, moveZoneVertices, removeZoneVertex } from "@blueprint/scene/zone-operations";
import { type KeyboardEvent, useRef, useState } from "react";
import { toZoneColour } from "../../../viewer/viewer.ts";
import { attemptChange } from "../../attempt-change.ts";
import { findNudge } from "../../nudge.ts";
import { toZoneName } from "../../object-names.ts";
import { useDocument, useEditorRoom } from "../../use-editor-room.ts";
import { DragHandle, type HandleDrag } from "../drag-handle.tsx";
import { meetLevel } from "../sight-line.ts";
import { snapCorner } from "../snap-settings.ts";
import type { ScreenPoint, ToolStage } from "../tool-stage.ts";
import { findPivot } from "../transform/find-pivot.ts";
import { placeFrame } from "../transform/place-frame.ts";

/** Closer together than this, one handle would cover another. */
const handlePx = 32;

/** Handles for a zone's corners, and for the midpoints of its sides to add new ones. */
export function ZoneHandles({ zone, stage }: { readonly zone: Zone; readonly stage: ToolStage }) {
  const { session, store } = useEditorRoom();
  const { scene } = useDocument();
  const [chosen, setChosen] = useState<string | null>(null);
  const inserted = useRef<string | null>(null);
  const level = zone.heights[0];
  const toScreen = ([x, z]: Point2) => stage.toScreen([x, level, z]);
  const rings = [zone.outer, ...zone.holes];
  const corners = rings.flatMap(({ vertices }) => vertices.map(({ at }) => toScreen(at)));
  const middles = rings.flatMap((ring) =>
    ring.vertices.map((vertex, index) => toScreen(toMiddle(vertex.at, follow(ring, index).at))),
  );
  const pivot = findPivot(scene, [{ kind: "zones", id: zone.id }]);
  const frame = pivot === null ? null : placeFrame(stage, pivot);
  const taken = [
    ...corners,
    ...(frame === null ? [] : [frame.middle, frame.turn, frame.scale, ...frame.arms.map(({ end }) => end)]),
  ];
  /** Omits a midpoint that another handle would cover; it appears when the zone is larger on screen. */
  const toFreeMiddle = (at: Point2) => {
    const point = toScreen(at);
    if (point === null) return null;
    const isNear = (other: ScreenPoint | null) =>
      other !== null && Math.hypot(other.x - point.x, other.y - point.y) < handlePx;
    return taken.some(isNear) || middles.filter(isNear).length > 1 ? null : point;
  };

  // A self-crossing outline is refused; the drag may continue.
  const attempt = (change: () => void) => store.setState({ hint: attemptChange(change) });
  const toCorner = ({ clientX, clientY, isShift }: HandleDrag, before: Point2 | undefined): Point2 | null => {
    const met = meetLevel(stage.sightAt(clientX, clientY), level);
    if (met === null) return null;
    const from = before === undefined ? undefined : ([before[0], level, before[1]] as const);
    const [x, , z] = snapCorner(met, from, store.getState().snap, isShift);
    return [round(x), round(z)];
  };
  const moveTo = (ringId: string, vertexId: string, at: Point2) =>
    attempt(() => moveZoneVertices(session.doc, zone.id, [{ ringId, vertexId, at }]));
  const remove = (ringId: string, { id }: ZoneVertex) => {
    session.endStep();
    attempt(() => {
      removeZoneVertex(session.doc, zone.id, ringId, id);
      session.announce(`Corner of ${toZoneName(zone)} removed.`);
    });
    session.endStep();
  };
  const insertAfter = (ring: ZoneRing, index: number) => {
    const [vertex, next] = [ring.vertices[index]!, follow(ring, index)];
    attempt(() => {
      inserted.current = insertZoneVertex(session.doc, zone.id, ring.id, vertex.id, toMiddle(vertex.at, next.at));
    });
    return inserted.current;
  };
  const onCornerKey = (event: KeyboardEvent, ring: ZoneRing, vertex: ZoneVertex) => {
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      remove(ring.id, vertex);
      return;
    }
    const { stage: now } = store.getState();
    const sight = now?.kind === "plan" ? null : now?.sightAt(innerWidth / 2, innerHeight / 2);
    const camera = sight
      ? { position: [0, 0, 0] as const, target: sight.direction }
      : { position: [0, 0, 1] as const, target: [0, 0, 0] as const };
    const nudge = findNudge(event.key, event.shiftKey, camera);
    if (nudge === null || nudge[1] !== 0) return;
    event.preventDefault();
    moveTo(ring.id, vertex.id, [round(vertex.at[0] + nudge[0]), round(vertex.at[1] + nudge[2])]);
  };
  return (
    <>
      {rings.map((ring) =>
        ring.vertices.map((vertex, index) => {
          const next = follow(ring, index);
          const before = ring.vertices[(index + ring.vertices.length - 1) % ring.vertices.length]!;
          const key = `${ring.id} ${vertex.id}`;
          const name = `${ring.id === zone.outer.id ? "Corner" : "Corner of a hole"} ${index + 1}`;
          return [
            <DragHandle
              key={`${key} middle`}
              label={`New corner after corner ${index + 1}`}
              at={toFreeMiddle(toMiddle(vertex.at, next.at))}
              data-handle="middle"
              onStart={() => {
                session.beginGesture();
                insertAfter(ring, index);
              }}
              onMove={(drag) => {
                const at = toCorner(drag, vertex.at);
                if (at !== null && inserted.current !== null) moveTo(ring.id, inserted.current, at);
              }}
              onEnd={() => session.endGesture()}
              onClick={() => {
                session.endStep();
                insertAfter(ring, index);
                session.endStep();
                session.announce(`${toZoneName(zone)} has a new corner.`);
              }}
              className="cursor-copy"
            >
              <span className="size-2.5 rounded-full border border-accent bg-sheet opacity-80 pointer-coarse:size-3" />
            </DragHandle>,
            <DragHandle
              key={key}
              label={`${name}: x ${format(vertex.at[0])}, z ${format(vertex.at[1])} m`}
              at={toScreen(vertex.at)}
              data-handle="corner"
              onStart={() => session.beginGesture()}
              onMove={(drag) => {
                const at = toCorner(drag, before.at);
                if (at !== null) moveTo(ring.id, vertex.id, at);
              }}
              onEnd={() => {
                session.endGesture();
                session.announce(`${name} of ${toZoneName(zone)} moved.`);
              }}
              onClick={(event) => {
                if (event.altKey) remove(ring.id, vertex);
                else setChosen(key);
              }}
              onKeyDown={(event) => onCornerKey(event, ring, vertex)}
              className="z-10 cursor-move"
            >
              <span
                style={{ borderColor: toZoneColour(zone) }}
                className={`size-3.5 border-2 ${chosen === key ? "bg-accent" : "bg-sheet"} pointer-coarse:size-4.5`}
              />
            </DragHandle>,
          ];
        }),
      )}
    </>
  );
}

/** The next corner around the ring. */
function follow({ vertices }: ZoneRing, index: number): ZoneVertex {
  return vertices[(index + 1) % vertices.length]!;
}

function toMiddle(a: Point2, b: Point2): Point2 {
  return [round((a[0] + b[0]) / 2), round((a[1] + b[1]) / 2)];
}

function round(metres: number): number {
  return Math.round(metres * 1_000) / 1_000;
}

function format(metres: number): string {
  return metres.toFixed(2);
}
