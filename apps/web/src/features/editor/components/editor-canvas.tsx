import { moveAnchor } from "@blueprint/scene/anchor-operations";
import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useMemo, useRef } from "react";
import { SceneCanvas } from "../../viewer/components/scene-canvas.tsx";
import type { DragPhase, ScanHit, SceneHandle, ViewerAnchor, ViewerScan } from "../../viewer/viewer.ts";
import { selectAnchor } from "../editor.store.ts";
import { placeAnchor } from "../place-anchor.ts";
import { toAnchorName } from "../scene-changes.ts";
import { useDocument, useEditor, useEditorRoom, useMayEdit, usePeople } from "../use-editor-room.ts";
import { TeammateCursors } from "./teammate-cursors.tsx";

const pointEveryMs = 100;

/** The scan with its anchors, and what a pointer does to them. */
export default function EditorCanvas({
  label,
  scans,
  sceneRef,
}: {
  readonly label: string;
  readonly scans: readonly ViewerScan[];
  readonly sceneRef: RefObject<SceneHandle | null>;
}) {
  const room = useEditorRoom();
  const { session, store } = room;
  const { scene } = useDocument();
  const canEdit = useMayEdit();
  const people = usePeople();
  const tool = useEditor((state) => state.tool);
  const mode = useEditor((state) => state.mode);
  const selectedAnchorId = useEditor((state) => state.selectedAnchorId);
  const lastPointedAt = useRef(0);

  // Only what selects decides about the pins: cursors move too often to draw all of them again.
  const selections = people.map((person) => `${person.selectedAnchorId}\n${person.colour}`).join("\n");
  const anchors = useMemo(() => {
    const colours = new Map<string, string>();
    const parts = selections.split("\n");
    for (let index = 0; index + 1 < parts.length; index += 2) colours.set(parts[index]!, parts[index + 1]!);
    return scene.anchors.map(({ id, title, type, position, normal, colour: ownColour }): ViewerAnchor => {
      // Whoever holds it now counts more than the colour it was given.
      const colour = colours.get(id) ?? ownColour ?? undefined;
      return {
        id,
        title: toAnchorName({ title }),
        type,
        position,
        normal,
        ...(colour === undefined ? {} : { colour }),
      };
    });
  }, [scene, selections]);

  useEffect(() => {
    store.setState({ hasScene: true });
    return () => store.setState(({ tool }) => ({ hasScene: false, tool: tool === "anchor" ? "select" : tool }));
  }, [store]);

  // The last teammate left or this tab closes: nobody may go on seeing a cursor that is not there.
  useEffect(() => () => session.showCursor(null), [session]);

  const onPick = (hit: ScanHit | null) => {
    if (tool === "anchor") placeAnchor(room, hit);
    else selectAnchor(store, null);
  };
  const onAnchorDrag = (anchorId: string, hit: ScanHit | null, phase: DragPhase) => {
    if (phase === "start") {
      selectAnchor(store, anchorId);
      session.beginGesture();
    }
    if (hit !== null) moveAnchor(session.doc, anchorId, { position: hit.point, normal: hit.normal });
    if (phase === "end") session.endGesture();
  };
  const onPointerMove = (event: ReactPointerEvent) => {
    if (people.length === 0 || event.buttons !== 0 || event.timeStamp - lastPointedAt.current < pointEveryMs) return;
    lastPointedAt.current = event.timeStamp;
    session.showCursor(sceneRef.current?.pickAt(event.clientX, event.clientY)?.point ?? null);
  };

  return (
    <div
      className={tool === "anchor" ? "absolute inset-0 cursor-crosshair [&_*]:cursor-crosshair" : "absolute inset-0"}
      onPointerMove={onPointerMove}
      onPointerLeave={() => session.showCursor(null)}
    >
      <SceneCanvas
        ref={sceneRef}
        label={label}
        scans={scans}
        anchors={anchors}
        selectedAnchorId={selectedAnchorId}
        mode={mode}
        // Without a pick a click walks.
        onPick={tool === "anchor" || mode === "orbit" ? onPick : undefined}
        onAnchorSelect={(anchorId) => selectAnchor(store, anchorId)}
        onAnchorDrag={canEdit ? onAnchorDrag : undefined}
      />
      <TeammateCursors />
    </div>
  );
}
