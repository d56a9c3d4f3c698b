import type { ReactNode } from "react";
import { PageHead } from "../../../ui/page-head.tsx";
import { ThemeChoice } from "../../../ui/theme-choice.tsx";

/** What somebody can set. `signOut` ends the session; `note` is what an operator should know. */
export function SettingsScreen({ signOut, note }: { readonly signOut: ReactNode; readonly note?: ReactNode }) {
  return (
    <div className="max-w-2xl">
      <title>Settings · Blueprint</title>
      <PageHead title="Settings" />
      <div className="divide-y divide-hairline border border-line bg-sheet">
        <Setting title="Theme" text="On this device. Paper or blueprint, or as your system says.">
          <ThemeChoice />
        </Setting>
        <Setting title="Session" text="Uploads of this tab stop and can be resumed after you sign in again.">
          {signOut}
        </Setting>
      </div>
      {note === undefined ? null : <div className="mt-6">{note}</div>}
    </div>
  );
}

function Setting({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <section className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-4">
      <div className="grid gap-0.5">
        <h2 className="font-strong">{title}</h2>
        <p className="text-ink-soft">{text}</p>
      </div>
      {children}
    </section>
  );
}
