import { memo, useCallback, useState, useSyncExternalStore } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import type { DragPhase, ViewerAnchor } from "../scene/scene.ts";
import type { MarkerLayer } from "./marker-layer.ts";
import { PinGroupMenu } from "./pin-group-menu.tsx";
import { PinSign } from "./pin-sign.tsx";

export interface AnchorMarkersProps {
  readonly anchors: readonly ViewerAnchor[];
  readonly selectedAnchorId: string | null;
  readonly layer: MarkerLayer;
  readonly onSelect?: ((anchorId: string) => void) | undefined;
  /** Client coordinates; undefined if anchors can't be moved. */
  readonly onDrag?: ((anchorId: string, clientX: number, clientY: number, phase: DragPhase) => void) | undefined;
}

/**
 * Pins of constant size over the canvas; those on each other are one, with a menu of its places. Not in the tab order:
 * keyboard users have the list of anchors.
 */
export function AnchorMarkers({ anchors, selectedAnchorId, layer, onSelect, onDrag }: AnchorMarkersProps) {
  const groups = useSyncExternalStore(layer.subscribe, layer.readGroups);
  const [opened, setOpened] = useState<OpenedGroup | null>(null);
  const openOrSelect = useCallback(
    (anchorId: string, pin: HTMLElement) => {
      const ids = layer.readGroups().get(anchorId);
      if (ids === undefined) onSelect?.(anchorId);
      else setOpened({ ids, at: findCentre(pin) });
    },
    [layer, onSelect],
  );
  const numbered = anchors.map((anchor, index) => ({ ...anchor, number: anchor.number ?? index + 1 }));
  return (
    <div className="pointer-events-none absolute inset-0 overflow-hidden">
      {anchors.map((anchor, index) => (
        <AnchorMarker
          key={anchor.id}
          anchor={anchor}
          number={anchor.number ?? index + 1}
          isSelected={anchor.isSelected ?? anchor.id === selectedAnchorId}
          groupSize={groups.get(anchor.id)?.length ?? 1}
          layer={layer}
          onSelect={openOrSelect}
          onDrag={onDrag}
        />
      ))}
      {opened === null || onSelect === undefined ? null : (
        <PinGroupMenu
          anchors={numbered.filter(({ id }) => opened.ids.includes(id))}
          at={opened.at}
          onSelect={onSelect}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

interface OpenedGroup {
  readonly ids: readonly string[];
  /** CSS pixels from the canvas's top left. */
  readonly at: { readonly x: number; readonly y: number };
}

function findCentre(pin: HTMLElement): OpenedGroup["at"] {
  const box = pin.getBoundingClientRect();
  const around = pin.parentElement!.getBoundingClientRect();
  return { x: box.left + box.width / 2 - around.left, y: box.top + box.height / 2 - around.top };
}

const dragStartPx = 4;

interface AnchorMarkerProps {
  readonly anchor: ViewerAnchor;
  readonly number: number;
  readonly isSelected: boolean;
  /** How many places the pin stands for. */
  readonly groupSize: number;
  readonly layer: MarkerLayer;
  readonly onSelect: (anchorId: string, pin: HTMLElement) => void;
  readonly onDrag: AnchorMarkersProps["onDrag"];
}

const AnchorMarker = memo(function AnchorMarker({
  anchor,
  number,
  isSelected,
  groupSize,
  layer,
  onSelect,
  onDrag,
}: AnchorMarkerProps) {
  const { t } = useWording();
  const { id, title, type, colour, icon } = anchor;
  const isGroup = groupSize > 1;
  const name = `${number}. ${title === "" ? t("page.untitled") : title}`;
  const label = isGroup ? t("list.together", { number: groupSize }) : name;
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
  };

  const onClick = (event: React.MouseEvent<HTMLButtonElement>) => {
    // Ignore the click event that ends a drag.
    if (event.currentTarget.dataset.dragged !== undefined) {
      delete event.currentTarget.dataset.dragged;
      return;
    }
    onSelect(id, event.currentTarget);
  };

  return (
    <button
      ref={setElement}
      type="button"
      tabIndex={-1}
      data-marker={id}
      data-selected={isSelected || undefined}
      data-cluster={isGroup ? groupSize : undefined}
      aria-label={label}
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
            : // Occluded: an outline, not transparency, which would be unreadable against a dark wall.
              "group-data-hidden-by-scan:border group-data-hidden-by-scan:border-(--pin,var(--accent)) group-data-hidden-by-scan:bg-sheet group-data-hidden-by-scan:text-ink-soft",
          isGroup && "bg-accent outline-2 outline-accent",
        )}
      >
        {isGroup ? groupSize : <PinSign icon={icon} type={type} number={number} />}
      </span>
      {title === "" ? null : (
        <span
          aria-hidden="true"
          className={classNames(
            "pointer-events-none absolute bottom-full left-1/2 mb-0.5 max-w-56 -translate-x-1/2 truncate rounded-sharp border border-hairline bg-sheet px-1.5 py-0.5 text-caption text-ink",
            isSelected ? "block" : "hidden group-hover:block",
          )}
        >
          {label}
        </span>
      )}
    </button>
  );
});
