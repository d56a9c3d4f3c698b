import type { ReactNode } from "react";

/** A section of a page: title in the margin, content beside it. */
export function ContentSection({
  id,
  title,
  aside,
  children,
}: {
  readonly id: string;
  readonly title: string;
  /** A line below the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="border-t border-hairline">
      <div className="mx-auto grid w-full max-w-6xl gap-x-12 gap-y-6 px-5 py-12 sm:px-8 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <div className="grid content-start gap-2">
          <h2 id={id} className="scroll-mt-6 text-title font-strong text-balance">
            {title}
          </h2>
          {aside === undefined ? null : <div className="text-ink-soft text-pretty">{aside}</div>}
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </section>
  );
}

/** Body text at a readable line length. */
export function Paragraphs({ children }: { readonly children: readonly string[] }) {
  return (
    <div className="grid max-w-2xl gap-4 text-lead text-pretty">
      {children.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
