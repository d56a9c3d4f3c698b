import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

export interface TitleBlockCell {
  readonly label: string;
  readonly value: ReactNode;
}

/** The ruled box at the foot of a sheet: its subject, then figures in equal cells. */
export function TitleBlock({
  title,
  cells,
  className,
}: {
  readonly title: ReactNode;
  readonly cells: readonly TitleBlockCell[];
  readonly className?: string;
}) {
  return (
    <div className={classNames("border-t border-line bg-sheet", className)}>
      <div className="min-w-0 px-3 py-2.5">{title}</div>
      <dl className="flex divide-x divide-hairline border-t border-hairline">
        {cells.map((cell) => (
          <div key={cell.label} className="min-w-0 flex-1 px-3 py-1.5">
            <dt className="text-caption text-ink-soft">{cell.label}</dt>
            <dd className="truncate font-mono text-caption">{cell.value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
