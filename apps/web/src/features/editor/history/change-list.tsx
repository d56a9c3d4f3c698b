import { Minus, Move, Pencil, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { toFieldWords } from "./field-words.ts";

const looks = {
  added: { icon: Plus, label: "Added" },
  removed: { icon: Minus, label: "Removed" },
  moved: { icon: Move, label: "Moved" },
  changed: { icon: Pencil, label: "Edited" },
} as const;

export interface ListedChange {
  readonly kind: string;
  readonly id: string;
  readonly change: keyof typeof looks;
  readonly name: string;
  readonly fields: readonly string[];
}

/** Name of a changed object; of one without a name, its kind. */
export function toChangeName({ kind, name }: Pick<ListedChange, "kind" | "name">): string {
  if (name.trim() !== "") return name;
  return kind === "placements" ? "Scan" : kind === "threads" ? "Comment" : `Unnamed ${kind.slice(0, -1)}`;
}

/** What was added, moved, edited and removed, each with an action. */
export function ChangeList<C extends ListedChange>({
  label,
  changes,
  action,
}: {
  readonly label: string;
  readonly changes: readonly C[];
  readonly action: (change: C) => ReactNode;
}) {
  return (
    <ul aria-label={label} className="divide-y divide-hairline rounded-sharp border border-line empty:hidden">
      {changes.map((change) => {
        const { icon: Icon, label: said } = looks[change.change];
        return (
          <li key={`${change.kind} ${change.id}`} className="flex items-center gap-2.5 px-2.5 py-1.5">
            <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-ink-soft" />
            <span className="min-w-0 flex-1 break-words">
              {toChangeName(change)}
              <span className="block text-caption text-ink-soft">
                {said}
                {change.change === "changed" ? `: ${change.fields.map(toFieldWords).join(", ")}` : ""}
              </span>
            </span>
            {action(change)}
          </li>
        );
      })}
    </ul>
  );
}
