import { memo, useCallback } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import type { ViewerAnchor } from "../scene/scene.ts";
import type { MarkerLayer } from "./marker-layer.ts";
import { type PinDrag, startPinDrag } from "./pin-drag.ts";
import { PinSign } from "./pin-sign.tsx";

interface AnchorMarkerProps {
  readonly anchor: ViewerAnchor;
  readonly number: number;
  readonly isSelected: boolean;
  /** How many places the pin stands for. */
  readonly groupSize: number;
  readonly layer: MarkerLayer;
  readonly onSelect: (anchorId: string, pin: HTMLElement) => void;
  readonly onDrag: PinDrag | undefined;
}

/** One pin. It keeps its element while others change. */
export const AnchorMarker = memo(function AnchorMarker({
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
    if (onDrag !== undefined && down.button === 0) startPinDrag(down, id, onDrag);
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
