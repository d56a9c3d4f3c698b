import type { ReactNode } from "react";

/** Heading of a section with its actions. Its `id` labels the section. */
export function SectionHead({
  id,
  title,
  text,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly text: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="grid max-w-md gap-1">
        <h2 id={id} className="text-lead font-strong">
          {title}
        </h2>
        <p className="text-ink-soft text-pretty">{text}</p>
      </div>
      {children}
    </header>
  );
}
