import type { TeamId } from "@blueprint/contract/ids";
import type { TeamPlan } from "@blueprint/contract/plans";
import {
  type Billing,
  formatCents,
  type PlanType,
  type PriceBook,
  planTypes,
  toMonthlyCents,
} from "@blueprint/contract/price-book";
import { type ReactNode, useState } from "react";
import { formatBytes, formatCount } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { BillingChoice } from "../../../ui/billing-choice.tsx";
import { Button } from "../../../ui/button.tsx";
import type { PlanChoice } from "../plan-change.ts";
import { type PlanStep, toPlanStep } from "../plan-steps.ts";
import { PlanDialog } from "./plan-dialog.tsx";

/** Every plan with its price here and a button to choose it. For owners. */
export function PlanChoiceList({
  teamId,
  plan,
  book,
  contract,
}: {
  readonly teamId: TeamId;
  readonly plan: TeamPlan;
  readonly book: PriceBook;
  /** The form to request a contract plan. */
  readonly contract: ReactNode;
}) {
  const [billing, setBilling] = useState<Billing>(plan.billing ?? "monthly");
  const [choice, setChoice] = useState<PlanChoice | null>(null);
  const steps = planTypes.map((planType) => ({ planType, step: toPlanStep(plan, planType, billing) }));
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <BillingChoice label="Payment" billing={billing} onBilling={setBilling} />
        <p className="text-ink-soft">Save {book.annualDiscountPercent} % with annual billing.</p>
      </div>
      <ul className="border-t border-line">
        {steps.map(({ planType, step }) => (
          <li
            key={planType}
            className="grid gap-x-6 gap-y-2 border-b border-line py-4 sm:grid-cols-[1fr_auto] sm:items-center"
          >
            <div className="grid min-w-0 gap-0.5">
              <h3 className="flex flex-wrap items-baseline gap-x-3 font-strong">
                {book.plans[planType].label}
                <span className="font-mono font-regular">
                  {planType === "enterprise" ? "from " : ""}
                  {formatCents(toMonthlyCents(book, planType, billing))} a month
                </span>
              </h3>
              <p className="text-ink-soft text-pretty">{describe(book, planType)}</p>
            </div>
            <Way
              step={step}
              label={book.plans[planType].label}
              onChoose={(chosen) => setChoice({ planType, billing, step: chosen })}
            />
            {step === "contract" ? <div className="sm:col-span-2">{contract}</div> : null}
          </li>
        ))}
      </ul>
      {choice === null ? null : (
        <PlanDialog teamId={teamId} plan={plan} book={book} choice={choice} onClose={() => setChoice(null)} />
      )}
    </div>
  );
}

function Way({
  step,
  label,
  onChoose,
}: {
  readonly step: PlanStep;
  readonly label: string;
  readonly onChoose: (step: PlanChoice["step"]) => void;
}) {
  if (step === "contract") return null;
  if (step === "current")
    return (
      <Badge tone="accent" className="w-fit">
        Your plan
      </Badge>
    );
  const text = {
    up: `Upgrade to ${label}`,
    down: `Downgrade to ${label}`,
    end: "Cancel paid plan",
    "end-trial": "End trial",
  }[step];
  return (
    <Button variant={step === "up" ? "primary" : "outline"} className="max-sm:w-full" onClick={() => onChoose(step)}>
      {text}
    </Button>
  );
}

function describe(book: PriceBook, planType: PlanType): string {
  const { publishedBlueprintsMax, storageBytesMax, editorsMax } = book.plans[planType];
  if (publishedBlueprintsMax === null || storageBytesMax === null || editorsMax === null) return "Custom limits.";
  return `${formatCount(publishedBlueprintsMax)} published, ${formatBytes(storageBytesMax)}, ${formatCount(editorsMax)} editors.`;
}
