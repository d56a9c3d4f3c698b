import { Link, useRouterState } from "@tanstack/react-router";
import { storeDestination } from "../../../lib/destination.ts";
import { Button } from "../../../ui/button.tsx";
import { ContentSection, Paragraphs } from "./content-section.tsx";
import { PageLead } from "./page-lead.tsx";

/** Printable signs for signed-out visitors: what they are, and how to get them. */
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
        Print QR signs that open your published blueprint. Choose from three sizes on A4, drawn to the millimetre in
        your browser.
      </PageLead>
      <ContentSection id="hang" title="Where to hang them">
        <Paragraphs>
          {[
            "Hang signs where people have questions: at the entrance, by the lift, at the first exhibit, on a meeting room table. Choose a height of about 1.4 m and even light, away from reflective glass.",
            "Tell people what they’ll get. “Scan to walk in” works everywhere. “Where is the step-free entrance?” is better where people ask that.",
            "Once a sign is up, test it with your phone from where people will stand.",
          ]}
        </Paragraphs>
      </ContentSection>
    </>
  );
}
