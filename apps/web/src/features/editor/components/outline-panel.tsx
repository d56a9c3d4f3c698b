import type { Anchor } from "@blueprint/scene/anchor";
import { Search } from "lucide-react";
import { type KeyboardEvent, memo, type ReactNode, useEffect, useId, useMemo, useRef } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { formatCount } from "../../../lib/format.ts";
import { flyToSelected } from "../commands/fly-to-selected.ts";
import { outlineSearchId } from "../commands/search-outline.ts";
import { selectAnchor, selectObjects } from "../editor.store.ts";
import { filterAnchors } from "../filter-anchors.ts";
import { hasSelected, type Person } from "../people.ts";
import { toAnchorName } from "../scene-changes.ts";
import { listSelectedIds, toggleRef } from "../selection.ts";
import { ToolOutline } from "../tools/tool-outline.tsx";
import { useDocument, useEditor, useEditorRoom, useMayEdit, usePeople } from "../use-editor-room.ts";
import { PersonBadge } from "./person-badge.tsx";

/** Everything in the blueprint as a list: the canvas for those who do not see or point. */
export function OutlinePanel({ scansPanel }: { readonly scansPanel: ReactNode }) {
  const { store } = useEditorRoom();
  const { scene, isLoaded } = useDocument();
  const search = useEditor((state) => state.search);
  const found = filterAnchors(scene.anchors, search);
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
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <section className="pb-3">
          <PanelTitle title="Anchors" count={search === "" ? scene.anchors.length : found.length} />
          {found.length > 0 ? (
            <AnchorList anchors={found} />
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

interface NumberedAnchor extends Anchor {
  /** Its number on the canvas. */
  readonly number: number;
}

function AnchorList({ anchors }: { readonly anchors: readonly NumberedAnchor[] }) {
  const room = useEditorRoom();
  const selectedAnchorId = useEditor((state) => state.selectedAnchorId);
  const selection = useEditor((state) => state.selection);
  const selectedIds = useMemo(() => listSelectedIds(selection, "anchors"), [selection]);
  const people = usePeople();
  const listId = useId();
  const listRef = useRef<HTMLDivElement>(null);
  const index = anchors.findIndex(({ id }) => id === selectedAnchorId);

  useEffect(() => {
    if (index >= 0) listRef.current?.children[index]?.scrollIntoView({ block: "nearest" });
  }, [index]);

  const select = (next: number) => {
    const anchor = anchors[Math.min(Math.max(next, 0), anchors.length - 1)];
    if (anchor === undefined) return;
    // The outline stays open on a phone: the next arrow must still find it.
    const { openSide } = room.store.getState();
    selectAnchor(room.store, anchor.id);
    room.store.setState({ openSide });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const open = () => {
      if (index === -1) return;
      room.store.setState({ openSide: "inspector", titleWanted: selectedAnchorId });
      flyToSelected.run(room);
    };
    const moves = new Map<string, () => void>([
      ["ArrowDown", () => select(index + 1)],
      ["ArrowUp", () => select(index === -1 ? anchors.length - 1 : index - 1)],
      ["Home", () => select(0)],
      ["End", () => select(anchors.length - 1)],
      ["Enter", open],
    ]);
    const move = moves.get(event.key);
    if (move === undefined) return;
    event.preventDefault();
    move();
  };
  return (
    <div
      ref={listRef}
      role="listbox"
      aria-label="Outline"
      tabIndex={0}
      aria-activedescendant={index >= 0 ? `${listId}-${index}` : undefined}
      onKeyDown={onKeyDown}
      className="focus-visible:-outline-offset-2"
    >
      {anchors.map((anchor, position) => (
        <AnchorOption
          key={anchor.id}
          id={`${listId}-${position}`}
          anchor={anchor}
          isSelected={selectedIds.has(anchor.id)}
          people={people.filter((person) => hasSelected(person, "anchors", anchor.id))}
          onSelect={(isMore) => {
            if (isMore) {
              const { selection } = room.store.getState();
              selectObjects(room.store, toggleRef(selection, { kind: "anchors", id: anchor.id }));
              return;
            }
            selectAnchor(room.store, anchor.id);
            flyToSelected.run(room);
          }}
        />
      ))}
    </div>
  );
}

interface AnchorOptionProps {
  readonly id: string;
  readonly anchor: NumberedAnchor;
  readonly isSelected: boolean;
  readonly people: readonly Person[];
  /** `isMore` keeps what is selected already. */
  readonly onSelect: (isMore: boolean) => void;
}

// One of thousands: while one is dragged, the others are not drawn again.
const AnchorOption = memo(function AnchorOption({ id, anchor, isSelected: isOn, people, onSelect }: AnchorOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keyboard (aria-activedescendant).
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isOn}
      onClick={(event) => onSelect(event.shiftKey)}
      className={classNames(
        "flex h-8 cursor-pointer items-center gap-2.5 px-3 [content-visibility:auto] [contain-intrinsic-size:auto_2rem] pointer-coarse:h-11",
        isOn ? "bg-accent-wash font-strong text-accent" : "hover:bg-sunken",
      )}
    >
      <span aria-hidden="true" className="w-5 shrink-0 text-right font-mono text-caption text-ink-soft">
        {anchor.number}
      </span>
      <span className={classNames("min-w-0 flex-1 truncate", anchor.title.trim() === "" && !isOn && "text-ink-soft")}>
        {toAnchorName(anchor)}
      </span>
      {people.map((person) => (
        <span key={person.clientId} className="shrink-0">
          <PersonBadge name={person.name} colour={person.colour} className="size-5" />
          <span className="sr-only">, selected by {person.name}</span>
        </span>
      ))}
    </div>
  );
}, isSameOption);

function isSameOption(before: AnchorOptionProps, after: AnchorOptionProps): boolean {
  return (
    before.id === after.id &&
    before.anchor.id === after.anchor.id &&
    before.anchor.title === after.anchor.title &&
    before.anchor.number === after.anchor.number &&
    before.isSelected === after.isSelected &&
    before.people.length === after.people.length &&
    before.people.every((person, index) => person.clientId === after.people[index]?.clientId)
  );
}
