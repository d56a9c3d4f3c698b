import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

/** A single task on a centred sheet: sign in, accept, answer a question. */
export function SheetPage({
  head,
  children,
  width = "narrow",
  figure,
}: {
  readonly head: ReactNode;
  readonly children: ReactNode;
  readonly width?: "narrow" | "wide";
  /** Cell of the sheet's title block: what this sheet is. */
  readonly figure?: ReactNode;
}) {
  return (
    <div className="relative isolate flex min-h-dvh flex-col overflow-hidden">
      <div
        aria-hidden="true"
        className="sheet-grid absolute inset-0 -z-10 mask-[radial-gradient(60rem_46rem_at_50%_50%,black_20%,transparent)]"
      />
      <header className="flex h-16 items-center justify-between gap-4 px-5 sm:px-8">{head}</header>
      <main
        id="content"
        tabIndex={-1}
        className="flex flex-1 flex-col items-center px-4 pt-4 pb-16 outline-none sm:justify-center sm:pt-0"
      >
        <div
          className={classNames(
            "relative w-full border border-line bg-sheet",
            width === "narrow" ? "max-w-md" : "max-w-2xl",
          )}
        >
          <div className="px-6 py-7 sm:px-9 sm:py-9">{children}</div>
          {figure ? <div className="border-t border-line">{figure}</div> : null}
        </div>
      </main>
    </div>
  );
}
