import { useCallback, useState, useSyncExternalStore } from "react";
import type { ViewerAnchor } from "../scene/scene.ts";
import { AnchorMarker } from "./anchor-marker.tsx";
import type { MarkerLayer } from "./marker-layer.ts";
import type { PinDrag } from "./pin-drag.ts";
import { PinGroupMenu } from "./pin-group-menu.tsx";

interface AnchorMarkersProps {
  readonly anchors: readonly ViewerAnchor[];
  readonly selectedAnchorId: string | null;
  readonly layer: MarkerLayer;
  readonly onSelect?: ((anchorId: string) => void) | undefined;
  /** Undefined if anchors can't be moved. */
  readonly onDrag?: PinDrag | undefined;
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
