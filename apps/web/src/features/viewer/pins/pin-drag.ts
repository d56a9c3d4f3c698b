import type { PointerEvent as ReactPointerEvent } from "react";
import type { DragPhase } from "../scene/scene.ts";

const dragStartPx = 4;

/** Client coordinates. */
export type PinDrag = (anchorId: string, clientX: number, clientY: number, phase: DragPhase) => void;

/** Lets a pressed pin be dragged, from a few pixels on. */
export function startPinDrag(down: ReactPointerEvent<HTMLButtonElement>, id: string, onDrag: PinDrag): void {
  const element = down.currentTarget;
  const { pointerId, clientX: startX, clientY: startY } = down;
  const listening = new AbortController();
  const options = { signal: listening.signal };
  let isDragging = false;
  let frame = 0;
  element.setPointerCapture(pointerId);
  const onMove = (move: PointerEvent) => {
    if (move.pointerId !== pointerId) return;
    if (!isDragging) {
      if (Math.hypot(move.clientX - startX, move.clientY - startY) < dragStartPx) return;
      isDragging = true;
      element.dataset.dragged = "";
      onDrag(id, startX, startY, "start");
    }
    // One pick per frame: pointers report more often than frames render.
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => onDrag(id, move.clientX, move.clientY, "move"));
  };
  const onEnd = (end: PointerEvent) => {
    if (end.pointerId !== pointerId) return;
    listening.abort();
    cancelAnimationFrame(frame);
    if (isDragging) onDrag(id, end.clientX, end.clientY, "end");
  };
  element.addEventListener("pointermove", onMove, options);
  element.addEventListener("pointerup", onEnd, options);
  element.addEventListener("pointercancel", onEnd, options);
}
