import { formatCents } from "@blueprint/contract/price-book";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { priceBookQuery } from "../../../lib/price-book.ts";
import { useSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { ContentSection, Paragraphs } from "./content-section.tsx";
import { PageLead } from "./page-lead.tsx";

/** Where scanners and people who need one meet. No visit can be booked here yet, and it says so. */
export function ScannerPortalScreen({ form, own }: { readonly form: ReactNode; readonly own: ReactNode | null }) {
  const isSignedIn = useSession().status === "signed-in";
  const prices = useQuery(priceBookQuery).data;
  const price = prices === undefined ? "" : `A visit costs ${formatCents(prices.book.mappingVisitCents)}. `;
  return (
    <>
      <PageLead
        title="Somebody comes and scans the venue."
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
        For venues without a scanner of their own, and for the people who scan for them.
      </PageLead>
      <ContentSection id="jobs" title="Your jobs">
        <Paragraphs>
          {isSignedIn
            ? [
                "Jobs are not handed out here yet, so there is nothing assigned to you.",
                "If an operator sent you to a venue, its team invites you as an editor: open the blueprint from the dashboard, and drop the file on its scans.",
              ]
            : [
                "Scanners see their jobs here after they sign in. Jobs are not handed out here yet: operators agree on visits by e-mail, and the scanner uploads the scan as an editor of the team that asked.",
              ]}
        </Paragraphs>
      </ContentSection>
      <ContentSection
        id="visit"
        title="Request a visit"
        aside={`${price}This request books nothing; an operator proposes a date.`}
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
            "Tidy up as for a photograph, and switch on every light. Open the doors between rooms and fix them; a door that moves appears twice.",
            "Take away or cover what must not be seen: screens, name plates, price lists, notes on the wall. Ask people to stay out of the rooms while they are scanned. Mirrors and large panes confuse every scanner; a sheet of paper on them helps.",
          ]}
        </Paragraphs>
      </ContentSection>
    </>
  );
}
