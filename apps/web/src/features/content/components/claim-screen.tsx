import type { ReactNode } from "react";
import { ContentSection, Paragraphs } from "./content-section.tsx";
import { PageLead } from "./page-lead.tsx";

export function ClaimScreen({ form, own }: { readonly form: ReactNode; readonly own: ReactNode | null }) {
  return (
    <>
      <PageLead title="Your venue, somebody else's blueprint?">
        A place can be published by people who do not run it. If it is yours, say so here. An operator of this
        installation checks it and decides.
      </PageLead>
      <ContentSection id="how" title="What happens">
        <Paragraphs>
          {[
            "You name the place, who you are, and how an operator can check it. The claim is stored and its sender gets the answer by e-mail.",
            "The operator looks at your evidence and asks the team that published the place. Until there is a decision, nothing changes for visitors.",
            "If the claim is accepted, the operator arranges the handover with both of you. If it is declined, the answer says why, and you may claim again with better evidence.",
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
