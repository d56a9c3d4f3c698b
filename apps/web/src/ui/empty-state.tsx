import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

/** A blank sheet: the grid shows that nothing is here yet, the text says what can be added. */
export function EmptyState({
  title,
  children,
  action,
  className,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  readonly className?: string;
}) {
  return (
    <section
      className={classNames(
        "sheet-grid corner-marks relative grid min-h-80 place-items-center rounded-sharp border border-hairline bg-sheet px-6 py-14",
        className,
      )}
    >
      <div className="relative z-10 grid max-w-md justify-items-center gap-2 border border-hairline bg-sheet px-8 py-7 text-center">
        <h2 className="text-lead font-strong">{title}</h2>
        {children ? <div className="text-ink-soft text-pretty">{children}</div> : null}
        {action ? <div className="mt-3">{action}</div> : null}
      </div>
    </section>
  );
}
