import type { Anchor } from "@blueprint/scene/anchor";
import type { ObjectRef } from "@blueprint/scene/scene-kinds";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { formatCount } from "../../../lib/format.ts";
import { anchorIcons, anchorTypeLooks } from "../../viewer/viewer.ts";
import { PersonBadge } from "../components/person-badge.tsx";
import type { Person } from "../people.ts";
import type { TreeRow } from "./outline-sections.ts";

/** Kinds with a figure as their detail. */
const measuredKinds: ReadonlySet<ObjectRef["kind"]> = new Set(["floors", "zones", "measurements"]);

/** The end of a row, after its name: its icon, marks and detail, and who has selected it. */
export function TreeLineEnd({
  row,
  change,
  mark,
  people,
}: {
  readonly row: TreeRow;
  readonly change: string | undefined;
  readonly mark: ReactNode;
  readonly people: readonly Person[];
}) {
  const Icon = row.type === "anchor" ? findIcon(row.anchor) : null;
  return (
    <>
      {Icon === null ? null : (
        <Icon size={14} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-ink-soft" />
      )}
      {row.type === "anchor" && row.anchor.state === "draft" ? (
        <span className="shrink-0 text-caption font-regular text-ink-soft">draft</span>
      ) : null}
      {mark}
      {change === undefined ? null : (
        <span className="shrink-0 rounded-sharp border border-line px-1 text-caption font-regular text-ink">
          {change}
        </span>
      )}
      {row.type === "object" || row.type === "scan" ? (
        <span
          className={classNames(
            "max-w-2/5 shrink-0 truncate text-caption font-regular text-ink-soft",
            row.type === "object" && measuredKinds.has(row.ref.kind) && "font-mono",
          )}
        >
          {row.detail}
        </span>
      ) : null}
      {row.type === "group" || row.type === "section" ? (
        <span className="shrink-0 font-mono text-caption font-regular text-ink-soft">{formatCount(row.count)}</span>
      ) : null}
      {people.map((person) => (
        <span key={person.clientId} className="shrink-0">
          <PersonBadge name={person.name} colour={person.colour} className="size-5" />
          <span className="sr-only">, selected by {person.name}</span>
        </span>
      ))}
    </>
  );
}

/** The chosen icon, otherwise that of the type; the default type has none. */
function findIcon({ icon, type }: Anchor): LucideIcon | null {
  const own = icon === null ? undefined : anchorIcons.get(icon)?.icon;
  return own ?? (type === "info" ? null : anchorTypeLooks[type].icon);
}
