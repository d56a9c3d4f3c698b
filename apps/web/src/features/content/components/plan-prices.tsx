import type { Billing, PriceBook } from "@blueprint/contract/price-book";
import { formatBytes, formatCount } from "../../../lib/format.ts";
import { type PlanRow, toPlanRows } from "../prices.ts";

const rows: readonly { readonly label: string; readonly hint: string; readonly toValue: (plan: PlanRow) => string }[] =
  [
    {
      label: "Published blueprints",
      hint: "Places open to visitors at the same time. Drafts don’t count.",
      toValue: ({ publishedBlueprints }) => toAmount(publishedBlueprints),
    },
    {
      label: "Storage",
      hint: "Your originals and the files the viewer uses.",
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

/** The plans side by side: their prices and limits, and what the limits mean. */
export function PlanPrices({ book, billing }: { readonly book: PriceBook | undefined; readonly billing: Billing }) {
  return (
    <>
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
                per month{plan.perYear === null ? "" : `, ${plan.perYear} billed annually`}
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
    </>
  );
}
