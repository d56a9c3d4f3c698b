import { formatCents } from "@blueprint/contract/price-book";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { priceBookQuery } from "../../../lib/price-book.ts";
import { useSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { ContentSection, Paragraphs } from "./content-section.tsx";
import { PageLead } from "./page-lead.tsx";

/** Where clients request a visit and scanners learn how they receive jobs. */
export function ScannerPortalScreen({ form, own }: { readonly form: ReactNode; readonly own: ReactNode | null }) {
  const isSignedIn = useSession().status === "signed-in";
  const prices = useQuery(priceBookQuery).data;
  const price = prices === undefined ? "" : `A visit costs ${formatCents(prices.book.mappingVisitCents)}. `;
  return (
    <>
      <PageLead
        title="Get your venue scanned."
        action={
          <>
            <Button variant="primary" size="large" asChild>
              <a href="#visit">Request a visit</a>
            </Button>
            {isSignedIn ? null : (
              <Button size="large" asChild>
                <Link to="/login">Sign in as a scanner</Link>
              </Button>
            )}
          </>
        }
      >
        For venues without a scanner, and for the people who scan them.
      </PageLead>
      <ContentSection id="jobs" title="Your jobs">
        <Paragraphs>
          {isSignedIn
            ? [
                "An operator arranges jobs with you by email.",
                "The venue’s team then invites you as an editor. Open the blueprint from your dashboard and drop the file on its scans.",
              ]
            : [
                "Operators arrange jobs by email. The venue’s team then invites you as an editor, and you upload the scan to its blueprint.",
              ]}
        </Paragraphs>
      </ContentSection>
      <ContentSection
        id="visit"
        title="Request a visit"
        aside={`${price}This isn’t a booking yet. An operator will suggest a date.`}
      >
        {form}
      </ContentSection>
      {own === null ? null : (
        <ContentSection id="own" title="Your requests">
          {own}
        </ContentSection>
      )}
      <ContentSection id="prepare" title="Before the visit">
        <Paragraphs>
          {[
            "Tidy up as you would for a photo, and turn on every light. Open the doors between rooms and wedge them; a door that moves appears twice.",
            "Remove or cover anything that shouldn’t be seen: screens, name plates, price lists, notes on the wall. Ask people to stay out during the scan. Mirrors and large panes confuse scanners; a sheet of paper on them helps.",
          ]}
        </Paragraphs>
      </ContentSection>
    </>
  );
}
