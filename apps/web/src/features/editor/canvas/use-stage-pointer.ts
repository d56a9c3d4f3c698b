import { type PointerEvent, useRef } from "react";
import { hoverDraft } from "../tools/draw/draw-actions.ts";
import { useEditor, useEditorRoom, usePeople } from "../use-editor-room.ts";

const pointEveryMs = 100;

/** Follows the pointer over the stage: previews the next line of a drawing and shows teammates the user's cursor. */
export function useStagePointer(): (event: PointerEvent) => void {
  const room = useEditorRoom();
  const people = usePeople();
  const stage = useEditor((state) => state.stage);
  const isDrawing = useEditor((state) => state.draft !== null);
  const lastPointedAt = useRef(0);
  const hovering = useRef(0);
  return ({ clientX, clientY, shiftKey, buttons, timeStamp }) => {
    if (isDrawing && buttons === 0) {
      // One pick per frame: pointers report more often than frames render.
      cancelAnimationFrame(hovering.current);
      hovering.current = requestAnimationFrame(() => hoverDraft(room, clientX, clientY, shiftKey));
    }
    if (people.length === 0 || buttons !== 0 || timeStamp - lastPointedAt.current < pointEveryMs) return;
    lastPointedAt.current = timeStamp;
    room.connection.showCursor(stage?.pickAt(clientX, clientY)?.point ?? null);
  };
}
