import type { ReactNode } from "react";
import { ContentSection, Paragraphs } from "./content-section.tsx";
import { PageLead } from "./page-lead.tsx";

export function ClaimScreen({ form, own }: { readonly form: ReactNode; readonly own: ReactNode | null }) {
  return (
    <>
      <PageLead title="Your venue, someone else’s blueprint?">
        Someone may have published a place they don’t run. If it’s yours, claim it here. An operator of this
        installation reviews your claim and decides.
      </PageLead>
      <ContentSection id="how" title="What happens">
        <Paragraphs>
          {[
            "You tell us which place it is, who you are and how we can verify that. The decision comes by email.",
            "The operator reviews your evidence and may contact the team that published the place. Nothing changes for visitors in the meantime.",
            "If your claim is accepted, the operator arranges the handover with both of you. If it’s declined, you can claim again with better evidence.",
          ]}
        </Paragraphs>
      </ContentSection>
      <ContentSection id="claim" title="Claim a place">
        {form}
      </ContentSection>
      {own === null ? null : (
        <ContentSection id="own" title="Your claims">
          {own}
        </ContentSection>
      )}
    </>
  );
}
