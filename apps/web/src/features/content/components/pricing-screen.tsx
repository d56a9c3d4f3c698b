import { type Billing, formatCents } from "@blueprint/contract/price-book";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { formatBytes, formatCount } from "../../../lib/format.ts";
import { priceBookQuery } from "../../../lib/price-book.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { BillingChoice } from "../../../ui/billing-choice.tsx";
import { Button } from "../../../ui/button.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { type PlanRow, toPlanRows } from "../prices.ts";
import { BeginButton } from "./begin-button.tsx";
import { ContentSection, Paragraphs } from "./content-section.tsx";
import { PageLead } from "./page-lead.tsx";

const rows: readonly { readonly label: string; readonly hint: string; readonly toValue: (plan: PlanRow) => string }[] =
  [
    {
      label: "Published blueprints",
      hint: "Places open to visitors at the same time. Drafts are not counted.",
      toValue: ({ publishedBlueprints }) => toAmount(publishedBlueprints),
    },
    {
      label: "Storage",
      hint: "Originals, and the files made from them for the viewer.",
      toValue: ({ storageBytes }) => (storageBytes === null ? "By contract" : formatBytes(storageBytes)),
    },
    {
      label: "Editors",
      hint: "Owners, admins and editors. Viewers and scanners are free.",
      toValue: ({ editors }) => toAmount(editors),
    },
  ];

function toAmount(value: number | null): string {
  return value === null ? "By contract" : formatCount(value);
}

const atTheLimit = [
  "At 80 % and at 100 % of a limit the owners of your team get a notice. The plan page says how each number was made, item by item.",
  "From 100 % on you have 14 days. In that time you can go on, up to the next larger plan. Then only new publishing, new uploads and inviting further editors pause.",
  "Everything that is published stays open to visitors, and you can go on editing and publishing new versions of it. Originals can be downloaded whatever your plan or your bill says.",
  "Going down a plan deletes nothing. You choose which places stay open on the smaller plan; the others become drafts with all their versions. Ending a paid plan closes nothing by itself.",
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
        Every plan has the whole product. Plans differ in how many places you publish, how much you store and how many
        people edit.
      </PageLead>
      <section aria-label="Plans" className="mx-auto w-full max-w-6xl px-5 pb-14 sm:px-8">
        <div className="mb-4 flex flex-wrap items-center gap-3">
          <BillingChoice label="Billing" billing={billing} onBilling={setBilling} />
          <p role="status" className="text-ink-soft">
            {book === undefined ? "" : `A year at once costs ${book.annualDiscountPercent} % less. `}
            {billing === "annual" ? "Prices are shown for a month." : ""}
          </p>
        </div>
        {prices.error === null ? null : (
          <ErrorPanel message={readableError(prices.error)} onRetry={() => void prices.refetch()} />
        )}
        {prices.isPending ? <Skeleton className="h-72" /> : null}
        <ul className="grid border-t border-l border-line empty:hidden sm:grid-cols-2 lg:grid-cols-4">
          {(book === undefined ? [] : toPlanRows(book, billing)).map((plan) => (
            <li key={plan.planType} className="flex flex-col border-r border-b border-line bg-sheet">
              <div className="grid gap-1 p-5">
                <h2 className="text-lead font-strong">{plan.label}</h2>
                <p className="font-mono text-title">
                  {plan.isFrom ? <span className="text-body text-ink-soft">from </span> : null}
                  {plan.price}
                </p>
                <p className="min-h-8 text-caption text-ink-soft">
                  a month{plan.perYear === null ? "" : `, ${plan.perYear} a year at once`}
                </p>
              </div>
              <dl className="mt-auto border-t border-hairline">
                {rows.map(({ label, toValue }) => (
                  <div
                    key={label}
                    className="flex items-baseline justify-between gap-3 border-b border-hairline px-5 py-2 last:border-b-0"
                  >
                    <dt className="text-caption text-ink-soft">{label}</dt>
                    <dd className="font-mono text-caption text-ink">{toValue(plan)}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
        <dl className="mt-6 grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
          {rows.map(({ label, hint }) => (
            <div key={label}>
              <dt className="font-strong">{label}</dt>
              <dd className="text-ink-soft text-pretty">{hint}</dd>
            </div>
          ))}
        </dl>
      </section>
      {book === undefined || book.trial.days === 0 ? null : (
        <ContentSection id="trial" title="Try before you pay">
          <Paragraphs>
            {[
              `Every team can try ${book.plans[book.trial.planType].label} once for ${book.trial.days} days, without a card. Its owner starts it on the plan page, and it ends by itself.`,
              "What you made in that time is yours. What you published stays open, and nothing is deleted.",
            ]}
          </Paragraphs>
        </ContentSection>
      )}
      {book === undefined ? null : (
        <ContentSection id="extras" title="One-time costs">
          <dl className="max-w-2xl border-t border-line">
            <div className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 border-b border-hairline py-3">
              <dt className="font-strong">A mapping visit</dt>
              <dd className="font-mono">{formatCents(book.mappingVisitCents)}</dd>
              <dd className="col-span-2 text-ink-soft">
                A scanner comes to your venue. An operator confirms the place and time first.
              </dd>
            </div>
          </dl>
          <p className="mt-4 max-w-2xl text-ink-soft text-pretty">
            QR signs are free to print yourself from{" "}
            <Link to="/venue-materials" className="text-accent underline underline-offset-2">
              venue signs
            </Link>
            .
          </p>
        </ContentSection>
      )}
      <ContentSection id="limits" title="At a limit">
        <Paragraphs>{atTheLimit}</Paragraphs>
      </ContentSection>
      <ContentSection id="paying" title="How paying works">
        <Paragraphs>
          {[
            "Prices are decided by the server of the installation, never by the page. They are in US dollars, without taxes.",
            payment === "card"
              ? "A larger plan is paid by card through Stripe and begins at once. Cards and receipts are in Stripe's customer portal, which the plan page opens."
              : "For a larger plan you get an invoice on the plan page, to download as a PDF. The plan begins when the operator of the installation has the money.",
            "A smaller plan, and the end of a paid one, begin when what you have paid for is over. Until then you can take it back.",
            "Whoever runs an installation may replace this price book with their own. What you read here is the one of this installation.",
          ]}
        </Paragraphs>
      </ContentSection>
    </>
  );
}
