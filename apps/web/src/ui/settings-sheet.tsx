import type { ReactNode } from "react";

/** A group of settings: a heading with rows below. */
export function SettingsSheet({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="grid gap-3">
      <div className="grid gap-0.5">
        <h2 className="text-lead font-strong">{title}</h2>
        {text === undefined ? null : <p className="text-ink-soft text-pretty">{text}</p>}
      </div>
      <div className="divide-y divide-hairline border border-line bg-sheet">{children}</div>
    </section>
  );
}

/** One setting: its description on the left, its control on the right. */
export function SettingsRow({
  title,
  text,
  children,
}: {
  readonly title: ReactNode;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-4">
      <div className="grid min-w-0 flex-[1_1_16rem] gap-0.5">
        <h3 className="font-strong break-words">{title}</h3>
        {text === undefined ? null : <div className="text-ink-soft break-words text-pretty">{text}</div>}
      </div>
      {children}
    </div>
  );
}
