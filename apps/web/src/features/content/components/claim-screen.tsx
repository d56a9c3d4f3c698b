import { claimDays } from "@blueprint/contract/claim-steps";
import type { ReactNode } from "react";
import { ContentSection } from "./content-section.tsx";
import { PageLead } from "./page-lead.tsx";

const ladder = [
  {
    title: "Prove that you speak for the venue",
    text: "A code from a sign or letter there is enough, and so is a mail to the web domain that the place publishes. Without either, an operator reviews what you write.",
  },
  {
    title: `The team that has the place gets ${claimDays.object} days`,
    text: "It hears of the claim by mail at once, and can agree or object. Visitors notice nothing.",
  },
  {
    title: "The place moves, with everything in it",
    text: `If there’s no objection, a proven claim is accepted. If there is, an operator decides, and you can appeal once. A move can be undone for ${claimDays.undo} days.`,
  },
] as const;

export function ClaimScreen({
  confirm,
  form,
  own,
}: {
  /** After a link in a mail. */
  readonly confirm: ReactNode | null;
  readonly form: ReactNode;
  readonly own: ReactNode | null;
}) {
  return (
    <>
      <PageLead title="Your venue, someone else’s blueprint?">
        Someone may have published a place they don’t run. If it’s yours, take it over: with its scans, its address and
        its visitors.
      </PageLead>
      {confirm === null ? null : (
        <ContentSection id="confirm" title="Confirm">
          {confirm}
        </ContentSection>
      )}
      {own === null ? null : (
        <ContentSection id="own" title="Your claims">
          {own}
        </ContentSection>
      )}
      <ContentSection id="claim" title="Claim a place">
        {form}
      </ContentSection>
      <ContentSection id="how" title="What happens">
        <ol className="grid border-t border-l border-line md:grid-cols-3">
          {ladder.map(({ title, text }, index) => (
            <li key={title} className="grid content-start gap-2 border-r border-b border-line bg-sheet p-5">
              <span aria-hidden="true" className="font-mono text-caption text-ink-soft">
                {index + 1}
              </span>
              <h3 className="font-strong text-balance">{title}</h3>
              <p className="text-ink-soft text-pretty">{text}</p>
            </li>
          ))}
        </ol>
      </ContentSection>
    </>
  );
}
