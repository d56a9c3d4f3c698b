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
        Give each spot a sign with a code of its own: it opens the place, an anchor, a view or a tour. Print one or
        hundreds, see which are scanned, and change what a code opens after it’s printed.
      </PageLead>
      <ContentSection id="print" title="Sheets that are read before you print them">
        <Paragraphs>
          {[
            "Choose a size, from a sticker or lanyard card to A4, and how far away people stand. You get a PDF with bleed and crop marks for a print shop, or a page with several signs for your own printer.",
            "Two independent decoders read every code from the finished sheet, at the size and blur a phone sees from that distance. A sign that can’t be read isn’t printed, and you learn what to change.",
          ]}
        </Paragraphs>
      </ContentSection>
      <ContentSection id="hang" title="Where to hang them">
        <Paragraphs>
          {[
            "Hang signs where people have questions: at the entrance, by the lift, at the first exhibit, on a meeting room table. Choose a height of about 1.4 m and even light, away from reflective glass.",
            "Tell people what they’ll get. “Scan to walk in” works everywhere. “Where is the step-free entrance?” is better where people ask that.",
            "Once a sign is up, scan it from where people will stand. Its first scan marks it as hung.",
          ]}
        </Paragraphs>
      </ContentSection>
    </>
  );
}
