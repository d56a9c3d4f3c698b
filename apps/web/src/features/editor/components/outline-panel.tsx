import { Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { formatCount } from "../../../lib/format.ts";
import { outlineSearchId } from "../commands/search-outline.ts";
import { filterAnchors } from "../filter-anchors.ts";
import { AnchorTree } from "../outline/anchor-tree.tsx";
import { ToolOutline } from "../tools/tool-outline.tsx";
import { useDocument, useEditor, useEditorRoom, useMayEdit } from "../use-editor-room.ts";

/** Everything in the blueprint as a list: the canvas for those who do not see or point. */
export function OutlinePanel({ scansPanel }: { readonly scansPanel: ReactNode }) {
  const { store } = useEditorRoom();
  const { scene, isLoaded } = useDocument();
  const search = useEditor((state) => state.search);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const foundCount = search.trim() === "" ? scene.anchors.length : filterAnchors(scene.anchors, search).length;
  return (
    <>
      <div className="border-b border-hairline p-2.5">
        <div className="relative">
          <Search
            size={14}
            strokeWidth={1.75}
            aria-hidden="true"
            className="absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-soft"
          />
          <input
            id={outlineSearchId}
            type="search"
            aria-label="Search the outline"
            placeholder="Search"
            value={search}
            onChange={(event) => store.setState({ search: event.target.value })}
            className="h-8 w-full rounded-sharp border border-line bg-sheet pr-2 pl-8 placeholder:text-ink-soft hover:border-ink focus:border-accent focus:outline-2 focus:outline-accent pointer-coarse:h-11 pointer-coarse:text-[1rem]"
          />
        </div>
      </div>
      <div ref={setScroller} className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <section className="pb-3">
          <PanelTitle title="Anchors" count={foundCount} />
          {foundCount > 0 || (scene.groups.length > 0 && search.trim() === "") ? (
            <AnchorTree scroller={scroller} />
          ) : (
            <NoAnchors isLoaded={isLoaded} isSearching={search !== ""} />
          )}
        </section>
        <ToolOutline />
        {scansPanel === null ? null : (
          <section aria-label="Scans" className="border-t border-hairline pb-3">
            <PanelTitle title="Scans" />
            <div className="px-2.5">{scansPanel}</div>
          </section>
        )}
      </div>
    </>
  );
}

function PanelTitle({ title, count }: { readonly title: string; readonly count?: number }) {
  return (
    <h2 className="flex items-baseline justify-between px-3 pt-3 pb-1.5 text-caption text-ink-soft">
      {title}
      {count === undefined ? null : <span className="font-mono">{formatCount(count)}</span>}
    </h2>
  );
}

function NoAnchors({ isLoaded, isSearching }: { readonly isLoaded: boolean; readonly isSearching: boolean }) {
  const canEdit = useMayEdit();
  if (!isLoaded) return null;
  return (
    <p className="px-3 py-2 text-ink-soft text-pretty">
      {isSearching
        ? "No anchor says that in its title or text."
        : canEdit
          ? "No anchors yet. Press A, then click a surface, to say something about a spot."
          : "No anchors yet."}
    </p>
  );
}
