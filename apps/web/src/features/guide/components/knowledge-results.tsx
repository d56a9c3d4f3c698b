import type { KnowledgeEntry } from "../knowledge.ts";

/** Full anchors, each with its number in the editor. */
export function KnowledgeResults({
  entries,
  label,
}: {
  readonly entries: readonly KnowledgeEntry[];
  readonly label: string;
}) {
  return (
    <ol aria-label={label} className="grid gap-2">
      {entries.map(({ id, number, title, text }) => (
        <li
          key={id}
          className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 rounded-sharp border border-line bg-sheet px-4 py-3"
        >
          <span className="font-mono text-ink-soft tabular-nums">{number}</span>
          <div className="grid gap-1">
            <h3 className="font-strong break-words">{title === "" ? "Untitled anchor" : title}</h3>
            {text === "" ? null : <p className="break-words whitespace-pre-line">{text}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
