import type { Billing } from "@blueprint/contract/price-book";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { priceBookQuery } from "../../../lib/price-book.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { BillingChoice } from "../../../ui/billing-choice.tsx";
import { Button } from "../../../ui/button.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { BeginButton } from "./begin-button.tsx";
import { ContentSection, Paragraphs } from "./content-section.tsx";
import { OneTimeCosts } from "./one-time-costs.tsx";
import { PageLead } from "./page-lead.tsx";
import { PlanPrices } from "./plan-prices.tsx";

const atTheLimit = [
  "At 80% and 100% of a limit, your team’s owners are notified. The plan page shows what counts, item by item.",
  "At 100% you have 14 days in which you can keep going, up to the limits of the next larger plan. After that, only new publishing, new uploads and inviting more editors pause.",
  "Published places stay open to visitors, and you can keep editing them and publishing new versions. You can always download your originals, whatever your plan or bill.",
  "Moving to a smaller plan deletes nothing. You choose which places stay open; the others become drafts and keep all their versions. Ending a paid plan doesn’t close anything by itself.",
];

export function PricingScreen() {
  const [billing, setBilling] = useState<Billing>("monthly");
  const prices = useQuery(priceBookQuery);
  const { book, payment } = prices.data ?? {};
  return (
    <>
      <PageLead
        title="Pay for what is open, never to keep it open."
        action={
          <>
            <BeginButton />
            <Button size="large" asChild>
              <Link to="/manage-plan">Your plan</Link>
            </Button>
          </>
        }
      >
        Every plan includes every feature. Plans differ in how many places you publish, how much you store and how many
        people edit.
      </PageLead>
      <section aria-label="Plans" className="mx-auto w-full max-w-6xl px-5 pb-14 sm:px-8">
        <div className="mb-4 flex flex-wrap items-center gap-3">
          <BillingChoice label="Billing" billing={billing} onBilling={setBilling} />
          <p role="status" className="text-ink-soft">
            {book === undefined ? "" : `Save ${book.annualDiscountPercent}% with annual billing. `}
            {billing === "annual" ? "Prices are per month." : ""}
          </p>
        </div>
        {prices.error === null ? null : (
          <ErrorPanel message={readableError(prices.error)} onRetry={() => void prices.refetch()} />
        )}
        {prices.isPending ? <Skeleton className="h-72" /> : null}
        <PlanPrices book={book} billing={billing} />
      </section>
      {book === undefined || book.trial.days === 0 ? null : (
        <ContentSection id="trial" title="Try before you pay">
          <Paragraphs>
            {[
              `Every team can try ${book.plans[book.trial.planType].label} once for ${book.trial.days} days, no card needed. An owner starts the trial on the plan page, and it ends automatically.`,
              "You keep everything you make. What you publish stays open, and nothing is deleted.",
            ]}
          </Paragraphs>
        </ContentSection>
      )}
      {book === undefined ? null : <OneTimeCosts book={book} />}
      <ContentSection id="limits" title="When you reach a limit">
        <Paragraphs>{atTheLimit}</Paragraphs>
      </ContentSection>
      <ContentSection id="paying" title="How billing works">
        <Paragraphs>
          {[
            "Prices are in US dollars and exclude taxes.",
            payment === "card"
              ? "You pay for a larger plan by card through Stripe, and it starts immediately. Manage your cards and receipts in Stripe’s customer portal, linked from the plan page."
              : "For a larger plan, you get an invoice as a PDF on the plan page. The plan starts when the operator has marked it paid.",
            "Downgrades and cancellations take effect at the end of the period you’ve paid for. You can undo them until then.",
            "Each installation sets its own prices. These are the prices of this one.",
          ]}
        </Paragraphs>
      </ContentSection>
    </>
  );
}
