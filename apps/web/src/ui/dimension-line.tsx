import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

/** A measure across its box, as in a drawing: end ticks, with the figure in the middle of the line. */
export function DimensionLine({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  const half = "relative h-px flex-1 bg-line";
  const tick = "absolute -top-1 h-2.5 w-px bg-line rotate-30";
  return (
    <div className={classNames("flex items-center gap-3 font-mono text-caption text-ink-soft", className)}>
      <span aria-hidden="true" className={half}>
        <span className={classNames(tick, "left-0")} />
      </span>
      {children}
      <span aria-hidden="true" className={half}>
        <span className={classNames(tick, "right-0")} />
      </span>
    </div>
  );
}
