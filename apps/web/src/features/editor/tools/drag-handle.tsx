import { type KeyboardEvent, type ReactNode, type PointerEvent as ReactPointerEvent, useRef } from "react";
import { classNames } from "../../../lib/class-names.ts";
import type { ScreenPoint } from "./tool-stage.ts";

export interface HandleDrag {
  readonly clientX: number;
  readonly clientY: number;
  readonly isShift: boolean;
  /** The same key from press to release: all edits of a drag join one undo step. */
  readonly gesture: symbol;
}

export interface DragHandleProps {
  /** Accessible name. */
  readonly label: string;
  /** Null hides it, because it is behind the camera. */
  readonly at: ScreenPoint | null;
  readonly onStart?: (drag: HandleDrag) => void;
  readonly onMove?: (drag: HandleDrag) => void;
  /** The drag is complete. */
  readonly onEnd?: () => void;
  readonly onClick?: (event: React.MouseEvent) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly className?: string;
  readonly children: ReactNode;
  readonly "data-handle"?: string;
}

const dragStartPx = 3;

/** A drag handle on the stage. The camera stays still during a drag. */
export function DragHandle({
  label,
  at,
  onStart,
  onMove,
  onEnd,
  onClick,
  onKeyDown,
  className,
  children,
  ...rest
}: DragHandleProps) {
  const wasDragged = useRef(false);
  const latest = useRef({ onMove, onEnd });
  latest.current = { onMove, onEnd };
  if (at === null) return null;

  const onPointerDown = (down: ReactPointerEvent<HTMLButtonElement>) => {
    if (onMove === undefined || down.button !== 0) return;
    const element = down.currentTarget;
    const { pointerId, clientX: startX, clientY: startY } = down;
    const listening = new AbortController();
    const options = { signal: listening.signal };
    let isDragging = false;
    let frame = 0;
    const gesture = Symbol("drag");
    element.setPointerCapture(pointerId);
    const toDrag = ({ clientX, clientY, shiftKey }: PointerEvent): HandleDrag => ({
      clientX,
      clientY,
      isShift: shiftKey,
      gesture,
    });
    const follow = (move: PointerEvent) => {
      if (move.pointerId !== pointerId) return;
      if (!isDragging) {
        if (Math.hypot(move.clientX - startX, move.clientY - startY) < dragStartPx) return;
        isDragging = true;
        wasDragged.current = true;
        onStart?.({ clientX: startX, clientY: startY, isShift: move.shiftKey, gesture });
      }
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => latest.current.onMove?.(toDrag(move)));
    };
    const finish = (end: PointerEvent) => {
      if (end.pointerId !== pointerId) return;
      listening.abort();
      cancelAnimationFrame(frame);
      if (!isDragging) return;
      if (end.type === "pointerup") latest.current.onMove?.(toDrag(end));
      latest.current.onEnd?.();
    };
    element.addEventListener("pointermove", follow, options);
    element.addEventListener("pointerup", finish, options);
    element.addEventListener("pointercancel", finish, options);
  };

  return (
    <button
      {...rest}
      type="button"
      data-marker=""
      aria-label={label}
      title={label}
      style={{ transform: `translate(${Math.round(at.x)}px, ${Math.round(at.y)}px)` }}
      onPointerDown={onPointerDown}
      onClick={(event) => {
        // Ignore the click event that ends a drag.
        if (wasDragged.current) wasDragged.current = false;
        else onClick?.(event);
      }}
      onKeyDown={onKeyDown}
      className={classNames(
        "pointer-events-auto absolute top-0 left-0 -mt-4 -ml-4 grid size-8 touch-none place-items-center outline-none select-none pointer-coarse:-mt-5.5 pointer-coarse:-ml-5.5 pointer-coarse:size-11",
        "focus-visible:[&>*]:outline-2 focus-visible:[&>*]:outline-offset-2 focus-visible:[&>*]:outline-accent",
        className,
      )}
    >
      {children}
    </button>
  );
}
