import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { ContentSection, Paragraphs } from "./content-section.tsx";
import { PageLead } from "./page-lead.tsx";

export function PilotScreen({ form, own }: { readonly form: ReactNode; readonly own: ReactNode | null }) {
  return (
    <>
      <PageLead
        title="One place, one job, one honest answer."
        action={
          <Button variant="primary" size="large" asChild>
            <a href="#apply">Apply</a>
          </Button>
        }
      >
        Find out at one of your venues whether a walkable scan makes one job easier. A pilot ends with a yes or a no,
        and both are useful.
      </PageLead>
      <ContentSection id="what" title="What it is">
        <Paragraphs>
          {[
            "Pick one recurring job: onboarding new people, briefing contractors, selling a room, answering access questions. Then pick a number that would show it’s going better.",
            "An operator of this installation helps with your first scan, anchors and published version. After that your team does the work, because a pilot someone else runs tells you nothing about your team.",
            "At the end, you look at the numbers together and decide whether to continue.",
          ]}
        </Paragraphs>
      </ContentSection>
      <ContentSection id="asks" title="What you need">
        <Paragraphs>
          {[
            "You need one person who owns the job and can make decisions, access to the venue at a quiet hour or an existing scan, and half an hour a week to review progress.",
            "What you make in a pilot is yours, like everything else. You can download your originals at any time.",
          ]}
        </Paragraphs>
      </ContentSection>
      <ContentSection id="apply" title="Apply" aside="An operator answers by email.">
        {form}
      </ContentSection>
      {own === null ? null : (
        <ContentSection id="own" title="Your applications">
          {own}
        </ContentSection>
      )}
    </>
  );
}
