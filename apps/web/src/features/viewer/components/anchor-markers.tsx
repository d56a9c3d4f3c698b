import { memo, useCallback } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import type { MarkerLayer } from "../marker-layer.ts";
import type { DragPhase, ViewerAnchor } from "../viewer.ts";
import { PinSign } from "./pin-sign.tsx";

export interface AnchorMarkersProps {
  readonly anchors: readonly ViewerAnchor[];
  readonly selectedAnchorId: string | null;
  readonly layer: MarkerLayer;
  readonly onSelect?: ((anchorId: string) => void) | undefined;
  /** Client coordinates; absent where anchors cannot be moved. */
  readonly onDrag?: ((anchorId: string, clientX: number, clientY: number, phase: DragPhase) => void) | undefined;
}

/** Numbered pins of constant size over the canvas. Out of the tab order: the list of anchors is the keyboard's way. */
export function AnchorMarkers({ anchors, selectedAnchorId, layer, onSelect, onDrag }: AnchorMarkersProps) {
  return (
    <div className="pointer-events-none absolute inset-0 overflow-hidden">
      {anchors.map((anchor, index) => (
        <AnchorMarker
          key={anchor.id}
          anchor={anchor}
          number={anchor.number ?? index + 1}
          isSelected={anchor.isSelected ?? anchor.id === selectedAnchorId}
          layer={layer}
          onSelect={onSelect}
          onDrag={onDrag}
        />
      ))}
    </div>
  );
}

const dragStartPx = 4;

interface AnchorMarkerProps {
  readonly anchor: ViewerAnchor;
  readonly number: number;
  readonly isSelected: boolean;
  readonly layer: MarkerLayer;
  readonly onSelect: AnchorMarkersProps["onSelect"];
  readonly onDrag: AnchorMarkersProps["onDrag"];
}

const AnchorMarker = memo(function AnchorMarker({
  anchor,
  number,
  isSelected,
  layer,
  onSelect,
  onDrag,
}: AnchorMarkerProps) {
  const { t } = useWording();
  const { id, title, colour, icon } = anchor;
  const setElement = useCallback(
    (element: HTMLElement | null) => {
      layer.setElement(id, element);
      return () => layer.setElement(id, null);
    },
    [layer, id],
  );

  const onPointerDown = (down: React.PointerEvent<HTMLButtonElement>) => {
    if (onDrag === undefined || down.button !== 0) return;
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
      // A pick per frame: pointers report more often than pictures appear.
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
  };

  const onClick = (event: React.MouseEvent<HTMLButtonElement>) => {
    // The click that ends a drag selects nothing.
    if (event.currentTarget.dataset.dragged !== undefined) {
      delete event.currentTarget.dataset.dragged;
      return;
    }
    onSelect?.(id);
  };

  return (
    <button
      ref={setElement}
      type="button"
      tabIndex={-1}
      data-marker={id}
      data-selected={isSelected || undefined}
      aria-label={`${number}. ${title === "" ? t("page.untitled") : title}`}
      style={{ visibility: "hidden", ...(colour === undefined ? {} : { "--pin": colour }) } as React.CSSProperties}
      onPointerDown={onPointerDown}
      onClick={onClick}
      className={classNames(
        "group pointer-events-auto absolute top-0 left-0 -mt-4.5 -ml-4.5 grid size-9 touch-none place-items-center outline-none select-none",
        "data-selected:z-20 hover:z-10",
        onDrag === undefined ? "cursor-pointer" : "cursor-grab active:cursor-grabbing",
      )}
    >
      <span
        className={classNames(
          "grid h-6.5 min-w-6.5 place-items-center rounded-full border-2 border-sheet bg-(--pin,var(--accent)) px-1 font-mono text-caption font-strong text-on-accent shadow-overlay",
          "transition-transform duration-120 ease-out group-hover:scale-110",
          "group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-accent",
          isSelected
            ? "scale-125 group-hover:scale-125"
            : // Behind something: an outline, and not a transparent one, which nobody could read before a dark wall.
              "group-data-hidden-by-scan:border group-data-hidden-by-scan:border-(--pin,var(--accent)) group-data-hidden-by-scan:bg-sheet group-data-hidden-by-scan:text-ink-soft",
        )}
      >
        <PinSign icon={icon} number={number} />
      </span>
      {title === "" ? null : (
        <span
          aria-hidden="true"
          className={classNames(
            "pointer-events-none absolute bottom-full left-1/2 mb-0.5 max-w-56 -translate-x-1/2 truncate rounded-sharp border border-hairline bg-sheet px-1.5 py-0.5 text-caption text-ink",
            isSelected ? "block" : "hidden group-hover:block",
          )}
        >
          {title}
        </span>
      )}
    </button>
  );
});
