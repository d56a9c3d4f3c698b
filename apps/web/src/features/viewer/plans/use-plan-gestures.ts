import { useEffect, useRef } from "react";

const wheelZoom = 0.0016;
/** A press and release within this distance is a click, not a drag. */
const clickPxMax = 6;

export interface PlanGestures {
  readonly pan: (dx: number, dy: number) => void;
  readonly zoom: (factor: number, at: { x: number; y: number }) => void;
  /** A press that didn't turn into a drag, pixels from the centre. */
  readonly click: (at: { x: number; y: number }, event: React.PointerEvent<HTMLElement>) => void;
}

/**
 * Drag, wheel and pinch on a plan. Buttons on it handle their own clicks.
 * @param isInPage the wheel scrolls the page around it, unless Control is held
 */
export function usePlanGestures(frame: React.RefObject<HTMLElement | null>, act: PlanGestures, isInPage = false) {
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const travelled = useRef(0);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const box = frame.current!.getBoundingClientRect();
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
  };

  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    // React's listener is passive: the page would scroll too.
    const onWheel = (event: WheelEvent) => {
      if (isInPage && !event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const at = { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
      latest.current.zoom(Math.exp(-event.deltaY * wheelZoom), at);
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [frame, isInPage]);

  return {
    onPointerDown: (event: React.PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || (event.target as Element).closest("button") !== null) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      if (pointers.current.size === 0) travelled.current = 0;
      pointers.current.set(event.pointerId, fromMiddle(event));
    },
    onPointerMove: (event: React.PointerEvent<HTMLElement>) => {
      const before = pointers.current.get(event.pointerId);
      if (before === undefined) return;
      const now = fromMiddle(event);
      const [dx, dy] = [now.x - before.x, now.y - before.y];
      travelled.current += Math.hypot(dx, dy);
      pointers.current.set(event.pointerId, now);
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
      if (other === undefined) {
        if (travelled.current > clickPxMax) latest.current.pan(dx, dy);
        return;
      }
      const reach = (point: { x: number; y: number }) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
      latest.current.zoom(reach(now) / reach(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    },
    onPointerUp: (event: React.PointerEvent<HTMLElement>) => {
      const wasAlone = pointers.current.size === 1;
      if (pointers.current.delete(event.pointerId) && wasAlone && travelled.current <= clickPxMax) {
        latest.current.click(fromMiddle(event), event);
      }
    },
    onPointerCancel: (event: React.PointerEvent<HTMLElement>) => {
      pointers.current.delete(event.pointerId);
      travelled.current = Number.POSITIVE_INFINITY;
    },
  };
}
