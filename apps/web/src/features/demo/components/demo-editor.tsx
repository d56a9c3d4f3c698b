import type { PublishedAnchor } from "@blueprint/contract/published";
import { Link } from "@tanstack/react-router";
import { RotateCcw, X } from "lucide-react";
import { useRef, useState } from "react";
import { formatBytes, formatCount } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Logo } from "../../../ui/logo.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { AnchorList, type CameraPose, type SceneHandle, useIsNarrow, type ViewMode } from "../../viewer/viewer.ts";
import { demoScans, demoVenue } from "../demo-venue.ts";
import { DemoCanvas } from "./demo-canvas.tsx";

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
  const { name, anchors } = demoVenue;
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
      <header className="flex min-h-12 items-center gap-3 border-b border-line bg-sheet px-3 sm:px-4">
        <Link to="/dashboard" search aria-label="Back to the demo's blueprints" className="inline-flex shrink-0">
          <Logo withName={false} />
        </Link>
        <h1 className="min-w-0 flex-1 truncate font-strong" title={name}>
          {name}
        </h1>
        <Badge className="max-sm:hidden">Read-only</Badge>
        <Button size="small" variant="quiet" asChild>
          <Link to="/blueprints/$id/ai-studio" params={{ id: "example" }} search>
            AI studio
          </Link>
        </Button>
        <Button size="small" asChild>
          <Link to="/login">Sign in</Link>
        </Button>
      </header>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-attention bg-attention-wash px-3 py-1.5 sm:px-4">
        <Badge tone="attention">Demo venue</Badge>
        <span>Nothing here is saved.</span>
      </p>
      <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none sm:flex-row">
        {isNarrow ? (
          <>
            {canvas}
            <div className="flex h-[44dvh] flex-col border-t border-line bg-sheet">
              {selected === undefined ? outline : <Inspector anchor={selected} onClose={close} />}
            </div>
          </>
        ) : (
          <>
            <aside aria-label="Outline" className="flex w-64 flex-col border-r border-line bg-sheet">
              {outline}
              <ScanFacts />
            </aside>
            {canvas}
            <aside aria-label="Inspector" className="flex w-72 flex-col border-l border-line bg-sheet">
              {selected === undefined ? (
                <p className="p-4 text-ink-soft text-pretty">Choose an anchor in the list or on the canvas.</p>
              ) : (
                <Inspector anchor={selected} onClose={close} />
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

function ScanFacts() {
  const { fileName, triangles, deliveryBytes } = demoVenue;
  return (
    <section aria-labelledby="demo-scan" className="border-t border-hairline px-4 py-3">
      <h2 id="demo-scan" className="text-caption text-ink-soft">
        Scan
      </h2>
      <p className="truncate">{fileName}</p>
      <p className="font-mono text-caption text-ink-soft">
        {formatCount(triangles)} triangles, {formatBytes(deliveryBytes)}
      </p>
    </section>
  );
}

function Inspector({ anchor, onClose }: { readonly anchor: PublishedAnchor; readonly onClose: () => void }) {
  const figures = (["x", "y", "z"] as const).map((axis, index) => [axis, anchor.position[index]!.toFixed(2)] as const);
  return (
    <section aria-label="Anchor" aria-live="polite" className="flex min-h-0 flex-1 flex-col">
      <header className="flex items-start justify-between gap-2 border-b border-hairline py-2 pr-2 pl-4">
        <h2 className="min-w-0 pt-1 font-strong">{anchor.title}</h2>
        <IconButton label="Close" icon={X} onClick={onClose} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keys too. */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-3 -outline-offset-2">
        <p className="whitespace-pre-line text-pretty">{anchor.text}</p>
      </div>
      <dl className="flex divide-x divide-hairline border-t border-hairline">
        {figures.map(([axis, value]) => (
          <div key={axis} className="flex-1 px-3 py-1.5">
            <dt className="text-caption text-ink-soft">{axis}, m</dt>
            <dd className="font-mono text-caption">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
