import type { ReactNode } from "react";
import type { LegalPart } from "../legal.ts";
import { ContentSection, Paragraphs } from "./content-section.tsx";
import { PageLead } from "./page-lead.tsx";

/** Privacy and terms: numbered sections in order. */
export function LegalScreen({
  title,
  children,
  parts,
  extras = {},
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly parts: readonly LegalPart[];
  /** Content that follows a section's text, by section id. */
  readonly extras?: Readonly<Record<string, ReactNode>>;
}) {
  return (
    <>
      <PageLead title={title}>{children}</PageLead>
      {parts.map(({ id, title: name, text, table }, index) => (
        <ContentSection key={id} id={id} title={name} aside={<span className="font-mono">{index + 1}</span>}>
          <Paragraphs>{text}</Paragraphs>
          {table === undefined ? null : (
            <ul className="mt-5 grid border-t border-line">
              {table.map(({ what, why, howLong }) => (
                <li key={what} className="grid gap-x-8 gap-y-2 border-b border-hairline py-4 sm:grid-cols-[3fr_2fr]">
                  <p className="text-pretty">{what}</p>
                  <dl className="grid content-start gap-1 text-ink-soft">
                    <div>
                      <dt className="inline font-strong">Why: </dt>
                      <dd className="inline">{why}.</dd>
                    </div>
                    <div>
                      <dt className="inline font-strong">How long: </dt>
                      <dd className="inline">{howLong}.</dd>
                    </div>
                  </dl>
                </li>
              ))}
            </ul>
          )}
          {extras[id]}
        </ContentSection>
      ))}
    </>
  );
}
