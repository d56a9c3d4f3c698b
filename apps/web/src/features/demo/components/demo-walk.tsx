import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { SceneHandle } from "../../viewer/viewer.ts";
import { demoVenue, doorView } from "../demo-venue.ts";
import { DemoCanvas } from "./demo-canvas.tsx";

/** A walkable demo venue embedded in a page. Starts at the door. */
export function DemoWalk({ onLeave }: { readonly onLeave: () => void }) {
  const [index, setIndex] = useState<number | null>(null);
  const sceneRef = useRef<SceneHandle>(null);
  const figureRef = useRef<HTMLElement>(null);
  const { anchors, name } = demoVenue;
  const selected = index === null ? undefined : anchors[index];

  // Keeps keyboard focus for visitors who entered by keyboard.
  useEffect(() => figureRef.current?.focus({ preventScroll: true }), []);

  const go = (next: number) => {
    const at = (next + anchors.length) % anchors.length;
    setIndex(at);
    sceneRef.current?.flyToAnchor(anchors[at]!.id);
  };

  return (
    <figure
      ref={figureRef}
      tabIndex={-1}
      aria-label={`${name}, to walk in`}
      onKeyDown={(event) => {
        if (event.key === "Escape") onLeave();
      }}
      className="border border-line bg-sheet outline-none"
    >
      <div className="relative isolate aspect-[232/172] w-full overflow-hidden bg-sunken">
        <DemoCanvas
          sceneRef={sceneRef}
          mode="walk"
          startView={doorView}
          selectedAnchorId={selected?.id ?? null}
          onAnchorSelect={(id) => go(anchors.findIndex((anchor) => anchor.id === id))}
        />
        <div className="absolute top-3 right-3 z-10 rounded-sharp border border-line bg-sheet">
          <IconButton label="Back to the drawing" icon={X} tooltipSide="bottom" onClick={onLeave} />
        </div>
      </div>
      <figcaption className="grid grid-cols-[minmax(0,1fr)_auto] border-t border-line">
        <p aria-live="polite" className="h-[3.75rem] min-w-0 overflow-hidden px-4 py-2.5">
          <span className="block truncate font-strong">
            {selected === undefined ? name : `${index! + 1} · ${selected.title}`}
          </span>
          <span className="block truncate text-ink-soft">
            {selected === undefined
              ? "Drag to look, click the floor to walk. Or go from mark to mark."
              : selected.text.split("\n").find((line) => line.length > 40)}
          </span>
        </p>
        <div className="flex items-center gap-1 border-l border-hairline px-2">
          <IconButton label="Previous mark" icon={ChevronLeft} onClick={() => go((index ?? 0) - 1)} />
          <IconButton label="Next mark" icon={ChevronRight} onClick={() => go(index === null ? 0 : index + 1)} />
        </div>
      </figcaption>
    </figure>
  );
}
