import type { ReactNode } from "react";
import { classNames } from "../../../lib/class-names.ts";

/** First screen of a page: headline, explanation, one call to action and an optional picture. */
export function PageLead({
  eyebrow,
  title,
  children,
  action,
  picture,
}: {
  readonly eyebrow?: string;
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  readonly picture?: ReactNode;
}) {
  return (
    <section
      className={classNames(
        "mx-auto grid w-full max-w-6xl items-center gap-x-12 gap-y-8 px-5 pt-6 pb-12 sm:px-8 lg:pt-10 lg:pb-16",
        picture !== undefined && "lg:grid-cols-[5fr_7fr]",
      )}
    >
      <div className="grid gap-5">
        {eyebrow === undefined ? null : <p className="font-mono text-caption text-ink-soft">{eyebrow}</p>}
        <h1
          className={classNames(
            "font-strong text-balance",
            picture === undefined
              ? "max-w-4xl text-display"
              : "text-[clamp(2rem,1.3rem+2.4vw,3.25rem)] leading-[1.08] tracking-[-0.03em]",
          )}
        >
          {title}
        </h1>
        <div className="max-w-xl text-lead text-ink-soft text-pretty">{children}</div>
        {action === undefined ? null : <div className="flex flex-wrap gap-2 pt-1">{action}</div>}
      </div>
      {picture}
    </section>
  );
}
