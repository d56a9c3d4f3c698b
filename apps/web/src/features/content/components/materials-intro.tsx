import { Link, useRouterState } from "@tanstack/react-router";
import { storeDestination } from "../../../lib/destination.ts";
import { Button } from "../../../ui/button.tsx";
import { ContentSection, Paragraphs } from "./content-section.tsx";
import { PageLead } from "./page-lead.tsx";

/** Signs for people who are not signed in: what they are, and where they come from. */
export function MaterialsIntro() {
  const href = useRouterState({ select: (state) => state.location.href });
  return (
    <>
      <PageLead
        title="A sign at the door that opens the whole place."
        action={
          <Button variant="primary" size="large" asChild>
            <Link to="/login" onClick={() => storeDestination(href)}>
              Sign in to print yours
            </Link>
          </Button>
        }
      >
        Print QR signs that lead into your published blueprint. They are drawn in your browser, to the millimetre, in
        three sizes on A4.
      </PageLead>
      <ContentSection id="hang" title="Where to hang them">
        <Paragraphs>
          {[
            "Where somebody stands with a question: at the entrance, in front of the lift, at the first exhibit, on the table of a meeting room. At about 1.4 m, in even light, not behind glass that mirrors.",
            "Say on the sign what one gets. “Scan to walk in” is true everywhere; “Where is the step-free entrance?” is better where people ask that.",
            "Try every sign with your own phone once it hangs, from where people will stand.",
          ]}
        </Paragraphs>
      </ContentSection>
    </>
  );
}
