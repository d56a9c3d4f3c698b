import type { Blueprint } from "@blueprint/contract/blueprints";
import { History, Route, Search } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { labelScanKind, type ViewerScan } from "../../viewer/viewer.ts";
import { openHistory } from "../commands/open-history.ts";
import { openTours } from "../commands/open-tours.ts";
import { outlineSearchId } from "../commands/search-outline.ts";
import { listTreeRows } from "../outline/outline-sections.ts";
import { OutlineTree } from "../outline/outline-tree.tsx";
import { useUnpublishedChanges } from "../publish/use-unpublished-changes.ts";
import { useDocument, useEditor, useEditorRoom, useMayEdit } from "../use-editor-room.ts";
import { CommandButton } from "./command-button.tsx";

/** Everything in the blueprint as a list: an accessible alternative to the canvas. */
export function OutlinePanel({
  blueprint,
  scans: ready,
  scansPanel,
}: {
  readonly blueprint: Blueprint;
  readonly scans: readonly (ViewerScan & { readonly name: string })[];
  /** Uploads, progress and the files themselves. */
  readonly scansPanel: ReactNode;
}) {
  const { store } = useEditorRoom();
  const { scene, isLoaded } = useDocument();
  const search = useEditor((state) => state.search);
  const scans = useMemo(() => {
    return ready.map(({ id, kind, name }) => ({ id, name, detail: labelScanKind(kind) }));
  }, [ready]);
  const panel = useEditor((state) => state.panel);
  const unpublished = useUnpublishedChanges(blueprint);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const isNothingFound = search.trim() !== "" && listTreeRows(scene, scans, new Set(), search).length === 0;
  return (
    <>
      <div className="flex items-center gap-1 border-b border-hairline p-2.5">
        <div className="relative min-w-0 flex-1">
          <Search
            size={14}
            strokeWidth={1.75}
            aria-hidden="true"
            className="absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-soft"
          />
          <input
            id={outlineSearchId}
            type="search"
            aria-label="Search outline"
            placeholder="Search"
            value={search}
            onChange={(event) => store.setState({ search: event.target.value })}
            className="h-8 w-full rounded-sharp border border-line bg-sheet pr-2 pl-8 placeholder:text-ink-soft hover:border-ink focus:border-accent focus:outline-2 focus:outline-accent pointer-coarse:h-11 pointer-coarse:text-[1rem]"
          />
        </div>
        <CommandButton command={openTours} icon={Route} tooltipSide="bottom" pressed={panel === "tours"} />
        <CommandButton command={openHistory} icon={History} tooltipSide="bottom" pressed={panel === "history"} />
      </div>
      <div ref={setScroller} className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <section className="pb-3">
          <OutlineTree scroller={scroller} scans={scans} unpublished={unpublished} />
          {scene.anchors.length === 0 || isNothingFound ? (
            <NoAnchors isLoaded={isLoaded} isSearching={search.trim() !== ""} />
          ) : null}
        </section>
        {scansPanel === null ? null : (
          <section aria-label="Scans" className="border-t border-hairline pb-3">
            <h2 className="px-3 pt-3 pb-1.5 text-caption text-ink-soft">Scan files</h2>
            <div className="px-2.5">{scansPanel}</div>
          </section>
        )}
      </div>
    </>
  );
}

function NoAnchors({ isLoaded, isSearching }: { readonly isLoaded: boolean; readonly isSearching: boolean }) {
  const canEdit = useMayEdit();
  if (!isLoaded) return null;
  return (
    <p className="px-3 py-2 text-ink-soft text-pretty">
      {isSearching
        ? "No matches"
        : canEdit
          ? "No anchors yet. Press A, then click a surface to add one."
          : "No anchors yet."}
    </p>
  );
}
