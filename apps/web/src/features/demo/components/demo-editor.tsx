import { RotateCcw } from "lucide-react";
import { useRef, useState } from "react";
import { Badge } from "../../../ui/badge.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { AnchorList, type CameraPose, type SceneHandle, useIsNarrow, type ViewMode } from "../../viewer/viewer.ts";
import { demoScans, demoVenue } from "../demo-venue.ts";
import { DemoCanvas } from "./demo-canvas.tsx";
import { DemoEditorHead } from "./demo-editor-head.tsx";
import { DemoInspector } from "./demo-inspector.tsx";
import { DemoScanFacts } from "./demo-scan-facts.tsx";

const modes = [
  { value: "orbit", label: "Orbit" },
  { value: "walk", label: "Walk" },
] as const;

/** A read-only editor: outline, canvas and inspector of the demo venue. */
export function DemoEditor() {
  const [mode, setMode] = useState<ViewMode>("orbit");
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const isNarrow = useIsNarrow();
  const sceneRef = useRef<SceneHandle>(null);
  const listRef = useRef<HTMLOListElement>(null);
  const { anchors } = demoVenue;
  const selected = anchors.find(({ id }) => id === selectedId);

  const open = (anchorId: string) => {
    setSelectedId(anchorId);
    sceneRef.current?.flyToAnchor(anchorId);
  };
  const close = () => {
    listRef.current?.querySelector<HTMLElement>(`[data-anchor="${selectedId}"]`)?.focus();
    setSelectedId(null);
  };

  const canvas = (
    <div className="relative isolate min-h-0 min-w-0 flex-1 overflow-hidden bg-sunken">
      <DemoCanvas
        sceneRef={sceneRef}
        mode={mode}
        startView={toOverview(demoScans[0]!.delivery.startView, isNarrow ? 1.5 : 1.2)}
        selectedAnchorId={selectedId}
        onAnchorSelect={open}
      />
      <div className="absolute top-3 right-3 z-10 flex items-center gap-2">
        <SegmentedControl label="Movement" segments={modes} value={mode} onChange={setMode} />
        <div className="rounded-sharp border border-line bg-sheet">
          <IconButton
            label="Reset view"
            icon={RotateCcw}
            tooltipSide="bottom"
            onClick={() => sceneRef.current?.resetView()}
          />
        </div>
      </div>
    </div>
  );
  const outline = <AnchorList anchors={anchors} selectedAnchorId={selectedId} listRef={listRef} onSelect={open} />;

  return (
    <div className="fixed inset-0 flex flex-col bg-paper">
      <title>Demo venue: editor · Blueprint</title>
      <DemoEditorHead />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-attention bg-attention-wash px-3 py-1.5 sm:px-4">
        <Badge tone="attention">Demo venue</Badge>
        <span>Nothing here is saved.</span>
      </p>
      <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none sm:flex-row">
        {isNarrow ? (
          <>
            {canvas}
            <div className="flex h-[44dvh] flex-col border-t border-line bg-sheet">
              {selected === undefined ? outline : <DemoInspector anchor={selected} onClose={close} />}
            </div>
          </>
        ) : (
          <>
            <aside aria-label="Outline" className="flex w-64 flex-col border-r border-line bg-sheet">
              {outline}
              <DemoScanFacts />
            </aside>
            {canvas}
            <aside aria-label="Inspector" className="flex w-72 flex-col border-l border-line bg-sheet">
              {selected === undefined ? (
                <p className="p-4 text-ink-soft text-pretty">Choose an anchor in the list or on the canvas.</p>
              ) : (
                <DemoInspector anchor={selected} onClose={close} />
              )}
            </aside>
          </>
        )}
      </main>
    </div>
  );
}

/** The scan's own start view from further away: the panels leave less room than a full window. */
function toOverview({ position, target }: CameraPose, factor: number): CameraPose {
  const [x, y, z] = [0, 1, 2].map((axis) => target[axis]! + (position[axis]! - target[axis]!) * factor);
  return { position: [x!, y!, z!], target };
}
