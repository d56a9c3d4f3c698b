import { formatCents, type PriceBook } from "@blueprint/contract/price-book";
import { Link } from "@tanstack/react-router";
import { ContentSection } from "./content-section.tsx";

/** What a team may order in addition to its plan. */
export function OneTimeCosts({ book }: { readonly book: PriceBook }) {
  return (
    <ContentSection id="extras" title="One-time costs">
      <dl className="max-w-2xl border-t border-line">
        <div className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 border-b border-hairline py-3">
          <dt className="font-strong">A mapping visit</dt>
          <dd className="font-mono">{formatCents(book.mappingVisitCents)}</dd>
          <dd className="col-span-2 text-ink-soft">
            Someone comes to scan your venue. An operator confirms the place and time first.
          </dd>
        </div>
      </dl>
      <p className="mt-4 max-w-2xl text-ink-soft text-pretty">
        Print QR signs yourself for free on{" "}
        <Link to="/venue-materials" className="text-accent underline underline-offset-2">
          venue signs
        </Link>
        .
      </p>
    </ContentSection>
  );
}
