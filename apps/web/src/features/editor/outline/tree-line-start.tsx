import { ChevronDown, ChevronRight } from "lucide-react";
import type { TreeRow } from "./outline-sections.ts";

/** The start of a row, before its name: the button that opens it, its number or its colour. */
export function TreeLineStart({ row, onToggle }: { readonly row: TreeRow; readonly onToggle: () => void }) {
  if (row.type === "group" || row.type === "section") {
    const Chevron = row.isOpen ? ChevronDown : ChevronRight;
    return (
      <button
        type="button"
        tabIndex={-1}
        aria-label={row.isOpen ? `Close ${row.name}` : `Open ${row.name}`}
        onClick={(event) => {
          event.stopPropagation();
          onToggle();
        }}
        className="grid w-5 shrink-0 place-items-center text-ink-soft"
      >
        <Chevron size={14} strokeWidth={1.75} aria-hidden="true" />
      </button>
    );
  }
  if (row.type === "anchor") {
    return (
      <span aria-hidden="true" className="w-5 shrink-0 text-right font-mono text-caption text-ink-soft">
        {row.number}
      </span>
    );
  }
  return (
    <span className="grid w-5 shrink-0 place-items-end">
      {row.type === "object" && row.colour !== null ? (
        <span
          aria-hidden="true"
          style={{ background: row.colour }}
          className="block size-3 rounded-sharp border border-line"
        />
      ) : null}
    </span>
  );
}
