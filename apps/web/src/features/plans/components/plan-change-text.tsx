import type { TeamPlan } from "@blueprint/contract/plans";
import { formatCents, type PriceBook, toPeriodCents } from "@blueprint/contract/price-book";
import { formatDate } from "../../../lib/format.ts";
import type { PlanChoice } from "../plan-change.ts";

/** What a change of plan costs and when it starts. */
export function PlanChangeText({
  plan,
  book,
  choice: { planType, billing, step },
}: {
  readonly plan: TeamPlan;
  readonly book: PriceBook;
  readonly choice: PlanChoice;
}) {
  const { label } = book.plans[planType];
  if (step === "up") {
    const price = formatCents(toPeriodCents(book, planType, billing));
    return (
      <p className="text-pretty">
        {label} costs {price} for {billing === "annual" ? "a year" : "a month"}, excluding taxes. Unused time on your
        current plan is credited.{" "}
        {plan.payment === "card"
          ? plan.hasPortal && plan.billing !== null
            ? "Your card is charged now, and the plan starts right away."
            : "You'll enter your card at Stripe. The plan starts once you've paid."
          : "You'll get an invoice here. The plan starts when the operator of this installation receives your payment."}
      </p>
    );
  }
  if (step === "end-trial")
    return (
      <p className="text-pretty">
        Your team returns to {label} now. Published places stay open and nothing is deleted. You can't start another
        trial.
      </p>
    );
  const until = plan.periodEndsAt === null ? "now" : `on ${formatDate(plan.periodEndsAt)}`;
  return (
    <p className="text-pretty">
      {label} starts {until}. Nothing changes until then. Nothing is deleted: places you close become drafts with all
      their versions.
    </p>
  );
}
