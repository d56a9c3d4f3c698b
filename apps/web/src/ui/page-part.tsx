import type { ReactNode } from "react";

/** A titled part of a page. */
export function PagePart({
  id,
  title,
  children,
}: {
  /** Of its heading, unique on the page. */
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3">
      <h2 id={id} className="text-lead font-strong">
        {title}
      </h2>
      {children}
    </section>
  );
}
