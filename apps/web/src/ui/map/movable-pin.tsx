import { MapPin } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from "react";
import { formatGeoPoint, type GeoPoint, toGeoPoint } from "./degrees.ts";
import { useMapView } from "./map-view.ts";
import { OnMap } from "./on-map.tsx";

const stepPx = 8;
const longStepPx = 64;
const steps: Partial<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A pin to drag, or to nudge with the arrow keys while focused. */
export function MovablePin({ at, onMove }: { readonly at: GeoPoint; readonly onMove: (at: GeoPoint) => void }) {
  const view = useMapView();
  const helpId = useId();
  const [isDragged, setDragged] = useState(false);
  // Offset from the pointer to the pin's tip when the drag began.
  const grip = useRef<{ readonly x: number; readonly y: number } | null>(null);

  const moveTo = (x: number, y: number) => onMove(toGeoPoint(view.toGeoPoint(x, y)));
  const begin = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return;
    const tip = view.toScreen(at);
    grip.current = { x: tip.x - event.clientX, y: tip.y - event.clientY };
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragged(true);
  };
  const drag = (event: PointerEvent) => {
    if (grip.current !== null) moveTo(event.clientX + grip.current.x, event.clientY + grip.current.y);
  };
  const end = () => {
    grip.current = null;
    setDragged(false);
  };
  const nudge = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const by = event.shiftKey ? longStepPx : stepPx;
    const { x, y } = view.toScreen(at);
    const [nextX, nextY] = [x + step[0] * by, y + step[1] * by];
    moveTo(nextX, nextY);
    const { width, height } = view.size();
    // Nudging a pin out of view moves the map along.
    if (nextX < 0 || nextY < 0 || nextX > width || nextY > height) view.show(view.toGeoPoint(nextX, nextY), 0);
  };
  return (
    <OnMap at={at} anchor="bottom">
      <button
        type="button"
        aria-label={`Pin at ${formatGeoPoint(at)}`}
        aria-describedby={helpId}
        onPointerDown={begin}
        onPointerMove={drag}
        onPointerUp={end}
        onPointerCancel={end}
        onKeyDown={nudge}
        data-dragged={isDragged || undefined}
        className="grid size-11 cursor-grab touch-none place-items-end justify-center rounded-sharp text-accent data-dragged:cursor-grabbing"
      >
        <MapPin size={36} strokeWidth={1.75} aria-hidden="true" className="-mb-0.5 fill-accent-wash" />
      </button>
      <span id={helpId} hidden>
        Use the arrow keys to move the pin; hold Shift for larger steps.
      </span>
    </OnMap>
  );
}
