import { X } from "lucide-react";
import { useRef } from "react";
import { Button } from "../../../ui/button.tsx";
import { everyPlace, listChosen, type PlaceFilter } from "../place-filter.ts";

/** What narrows the results, each with a button that removes it. */
export function ChosenFacets({
  filter,
  onFilter,
}: {
  readonly filter: PlaceFilter;
  readonly onFilter: (filter: PlaceFilter) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const chosen = listChosen(filter);
  if (chosen.length === 0) return null;
  const remove = (without: PlaceFilter, at: number) => {
    onFilter(without);
    // The button is about to go: the focus moves to its neighbour.
    const buttons = list.current?.querySelectorAll<HTMLElement>("button[aria-label]");
    (buttons?.[at + 1] ?? buttons?.[at - 1] ?? document.getElementById("content"))?.focus();
  };
  return (
    <ul ref={list} aria-label="Chosen filters" className="flex flex-wrap items-center gap-2">
      {chosen.map(({ label, without }, at) => (
        <li key={label} className="min-w-0">
          <button
            type="button"
            aria-label={`Remove ${label}`}
            onClick={() => remove(without, at)}
            className="inline-flex h-8 max-w-full items-center gap-1.5 rounded-sharp border border-accent bg-accent-wash pr-2 pl-3 font-strong text-accent hover:border-accent-strong pointer-coarse:h-11"
          >
            <span className="truncate">{label}</span>
            <X size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          </button>
        </li>
      ))}
      {chosen.length < 2 ? null : (
        <li>
          <Button variant="quiet" size="small" onClick={() => onFilter({ ...everyPlace, search: filter.search })}>
            Clear filters
          </Button>
        </li>
      )}
    </ul>
  );
}
