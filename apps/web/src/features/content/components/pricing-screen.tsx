import { annualDiscountPercent, mappingVisitCents, priceBook, qrKits, trial } from "@blueprint/contract/price-book";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { formatBytes, formatCount } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { type Billing, formatCents, type PlanRow, toPlanRows } from "../prices.ts";
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
    {
      label: "Guide minutes a month",
      hint: "Spoken answers of the guide, where an installation has one. Text goes on afterwards.",
      toValue: ({ guideMinutes }) => toAmount(guideMinutes),
    },
  ];

function toAmount(value: number | null): string {
  return value === null ? "By contract" : formatCount(value);
}

const atTheLimit = [
  "The meters of your team change their colour at 80 % and again at 100 %. The plan page says how each number was made.",
  "When storage is full, a new upload is refused before its first byte leaves your computer. When the number of published places is reached, publishing one more is refused. Both say what to do.",
  "Everything that is published stays open to visitors, and you can go on editing and publishing new versions of it. Originals can be downloaded whatever your plan or your bill says.",
  "Going down a plan deletes nothing. While you are above the smaller plan's limits, only new publishing and new uploads pause, and you choose what to take down.",
];

export function PricingScreen() {
  const [billing, setBilling] = useState<Billing>("monthly");
  const plans = toPlanRows(billing);
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
        Four plans with the same product in each. They differ in how many places you publish, how much you store, how
        many people edit, and how long a guide speaks.
      </PageLead>
      <section aria-label="Plans" className="mx-auto w-full max-w-6xl px-5 pb-14 sm:px-8">
        <div className="mb-4 flex flex-wrap items-center gap-3">
          <SegmentedControl
            label="Billing"
            value={billing}
            onChange={setBilling}
            segments={[
              { value: "monthly", label: "Monthly" },
              { value: "annual", label: "Annual" },
            ]}
          />
          <p role="status" className="text-ink-soft">
            {billing === "annual"
              ? `A year at once costs ${annualDiscountPercent} % less. Prices are shown for a month.`
              : `A year at once costs ${annualDiscountPercent} % less.`}
          </p>
        </div>
        <ul className="grid border-t border-l border-line sm:grid-cols-2 lg:grid-cols-4">
          {plans.map((plan) => (
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
      <ContentSection id="trial" title="Try before you pay">
        <Paragraphs>
          {[
            `${priceBook[trial.planType].label} can be tried for ${trial.days} days without a card. The owner of a team asks for it on the plan page; an operator of the installation switches it on, and back to Free afterwards if you do not stay.`,
            "What you made during the trial is yours. It stays published as far as the Free plan reaches, and nothing of the rest is deleted.",
          ]}
        </Paragraphs>
      </ContentSection>
      <ContentSection id="extras" title="What is paid once">
        <dl className="max-w-2xl border-t border-line">
          <div className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 border-b border-hairline py-3">
            <dt className="font-strong">A mapping visit</dt>
            <dd className="font-mono">{formatCents(mappingVisitCents)}</dd>
            <dd className="col-span-2 text-ink-soft">
              Somebody comes and scans the venue. An operator confirms place and time first.
            </dd>
          </div>
          {qrKits.map(({ signs, cents }) => (
            <div key={signs} className="grid grid-cols-[1fr_auto] gap-6 border-b border-hairline py-3">
              <dt className="font-strong">A kit of {signs} QR signs</dt>
              <dd className="font-mono">{formatCents(cents)}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 max-w-2xl text-ink-soft text-pretty">
          You can also print signs yourself at no cost, from{" "}
          <Link to="/venue-materials" className="text-accent underline underline-offset-2">
            venue signs
          </Link>
          .
        </p>
      </ContentSection>
      <ContentSection id="limits" title="At a limit">
        <Paragraphs>{atTheLimit}</Paragraphs>
      </ContentSection>
      <ContentSection id="paying" title="How paying works">
        <Paragraphs>
          {[
            "Prices are decided by the server of the installation, never by the page. They are in US dollars, without taxes.",
            "The owner of a team asks for a change on the plan page. The request is kept, an operator of the installation sends the invoice and switches the plan, and both of you see the state.",
            "Whoever runs an installation may replace this price book with their own. What you read here is the one of this installation.",
          ]}
        </Paragraphs>
      </ContentSection>
    </>
  );
}
