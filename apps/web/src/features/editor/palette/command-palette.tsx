import { type KeyboardEvent, useId, useState } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { isMac } from "../is-mac.ts";
import { useDocument, useEditor, useEditorRoom, usePeople } from "../use-editor-room.ts";
import { listPaletteEntries } from "./palette-entries.ts";
import { type PaletteEntry, searchPalette } from "./palette-search.ts";

/** Finds every editor command and every object in the place by name. */
export function CommandPalette() {
  const { store } = useEditorRoom();
  const isOpen = useEditor((state) => state.dialog === "palette");
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => store.setState({ dialog: open ? "palette" : null })}
      title="Command menu"
      width="wide"
    >
      {isOpen ? <PaletteList /> : null}
    </Dialog>
  );
}

function PaletteList() {
  const room = useEditorRoom();
  const { scene } = useDocument();
  const people = usePeople();
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const close = () => room.store.setState({ dialog: null });
  const entries = listPaletteEntries(room, scene, people, isMac());
  const found = searchPalette(entries, typed);
  const chosen = found[Math.min(active, found.length - 1)];
  const run = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    // Close first: the entry may open another dialog.
    close();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const last = Math.max(0, found.length - 1);
    const to = { ArrowDown: active >= last ? 0 : active + 1, ArrowUp: active <= 0 ? last : active - 1 }[event.key];
    if (to !== undefined) {
      setActive(to);
      document.getElementById(`${listId}-${to}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") run(chosen);
    // Dialogs leave Escape to an open list, and here the list is the whole dialog: close it.
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  };
  return (
    <div className="grid gap-2">
      <input
        type="text"
        role="combobox"
        aria-label="Search commands, items and people"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={chosen === undefined ? undefined : `${listId}-${found.indexOf(chosen)}`}
        autoComplete="off"
        spellCheck={false}
        placeholder="Type a command, anchor or name"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        className="h-11 w-full rounded-sharp border border-line bg-sheet px-3 placeholder:text-ink-soft focus:border-accent focus:outline-2 focus:outline-accent pointer-coarse:text-[1rem]"
      />
      <div id={listId} role="listbox" aria-label="Results" className="max-h-80 overflow-y-auto">
        {found.map((entry, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active one.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys.
          <div
            key={entry.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={entry === chosen}
            onPointerMove={() => setActive(index)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => run(entry)}
            className={classNames(
              "flex min-h-9 cursor-pointer items-center justify-between gap-3 rounded-sharp px-2.5 aria-selected:bg-sunken pointer-coarse:min-h-11",
            )}
          >
            <span className="min-w-0 truncate">{entry.label}</span>
            <span className="flex shrink-0 items-center gap-1 text-caption text-ink-soft">
              {entry.keys.length > 0
                ? entry.keys.map((key) => (
                    <kbd key={key} className="rounded-sharp border border-line px-1.5 font-mono">
                      {key}
                    </kbd>
                  ))
                : entry.group === "People"
                  ? "Person"
                  : entry.noun}
            </span>
          </div>
        ))}
      </div>
      {found.length === 0 ? <p className="px-2.5 py-2 text-ink-soft">No results</p> : null}
      <p role="status" className="sr-only">
        {found.length} found
      </p>
    </div>
  );
}
