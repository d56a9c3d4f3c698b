import type { ReactNode } from "react";

/** Related settings under a heading. */
export function SettingsGroup({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}) {
  return (
    <section className="grid gap-3">
      <div className="grid gap-0.5">
        <h3 className="text-lead font-strong">{title}</h3>
        {text === undefined ? null : <p className="text-ink-soft text-pretty">{text}</p>}
      </div>
      <div className="grid gap-5 border border-line bg-sheet px-4 py-5">{children}</div>
    </section>
  );
}
