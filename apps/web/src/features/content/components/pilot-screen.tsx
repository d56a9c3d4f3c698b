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
        A pilot finds out with one of your venues if a walkable scan makes one job go better. It ends with a yes or a
        no, and either of them is a result.
      </PageLead>
      <ContentSection id="what" title="What it is">
        <Paragraphs>
          {[
            "You name one job that is done again and again in a place: inducting new people, briefing contractors, selling a room, answering access questions. You also name what you would count to see that it goes better.",
            "An operator of this installation helps you with the first scan, the first anchors and the first published version. Your team does the work from then on, because a pilot that somebody else does for you says nothing about your team.",
            "At the end you look at your count together and decide whether to go on.",
          ]}
        </Paragraphs>
      </ContentSection>
      <ContentSection id="asks" title="What it asks of you">
        <Paragraphs>
          {[
            "One person who owns the job and may decide about it. Access to the venue at a quiet hour, or a scan you have already. Half an hour a week to look at what came of it.",
            "What you make in a pilot is yours like everything else, and your originals can be downloaded at any time.",
          ]}
        </Paragraphs>
      </ContentSection>
      <ContentSection id="apply" title="Apply" aside="An operator reads it and writes to you.">
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
