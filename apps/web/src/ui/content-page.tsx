import type { ReactNode } from "react";

/** Frame of the public pages: header, content, footer. */
export function ContentPage({
  head,
  children,
  foot,
}: {
  readonly head: ReactNode;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex h-16 w-full max-w-6xl items-center justify-between gap-4 px-5 sm:px-8">
        {head}
      </header>
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {children}
      </main>
      {foot ? (
        <footer className="border-t border-hairline">
          <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-3 px-5 py-6 text-ink-soft sm:px-8">
            {foot}
          </div>
        </footer>
      ) : null}
    </div>
  );
}
