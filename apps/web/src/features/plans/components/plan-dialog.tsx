import type { BlueprintId, TeamId } from "@blueprint/contract/ids";
import type { TeamPlan } from "@blueprint/contract/plans";
import {
  type Billing,
  formatCents,
  type PlanType,
  type PriceBook,
  toPeriodCents,
} from "@blueprint/contract/price-book";
import { useState } from "react";
import { formatCount, formatDate } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import type { PlanStep } from "../plan-steps.ts";
import { useChangePlan } from "../plans.queries.ts";

export interface PlanChoice {
  readonly planType: PlanType;
  readonly billing: Billing;
  readonly step: Exclude<PlanStep, "current" | "contract">;
}

/** Shows a change's cost, its start and its effect on published places before the user confirms. */
export function PlanDialog({
  teamId,
  plan,
  book,
  choice: { planType, billing, step },
  onClose,
}: {
  readonly teamId: TeamId;
  readonly plan: TeamPlan;
  readonly book: PriceBook;
  readonly choice: PlanChoice;
  readonly onClose: () => void;
}) {
  const { label, publishedBlueprintsMax: max } = book.plans[planType];
  const published = plan.meters
    .find(({ limit }) => limit === "publishedBlueprints")!
    .items.flatMap(({ label: name, blueprintId }) => (blueprintId === null ? [] : [{ name, id: blueprintId }]));
  const isSmaller = step === "down" || step === "end";
  const hasChoice = isSmaller && max !== null && published.length > max;
  const [kept, setKept] = useState<ReadonlySet<BlueprintId>>(
    () => new Set(step === "down" && hasChoice ? [] : published.map(({ id }) => id)),
  );
  const change = useChangePlan(teamId);
  const isTooMuch = step === "down" && max !== null && kept.size > max;
  const price = formatCents(toPeriodCents(book, planType, billing));
  const until = plan.periodEndsAt === null ? "now" : `on ${formatDate(plan.periodEndsAt)}`;

  const submit = () => {
    if (change.isPending || isTooMuch) return;
    const keepPublished = hasChoice ? { keepPublished: [...kept] } : {};
    change.mutate(
      { planType, billing, ...keepPublished },
      {
        onSuccess: ({ checkoutUrl, invoiceId, effectiveAt }) => {
          if (checkoutUrl !== null) return;
          toasts.add({
            title: invoiceId !== null && effectiveAt === null ? "Invoice created" : "Plan change scheduled",
            description:
              invoiceId !== null && effectiveAt === null
                ? `${label} starts when the invoice is paid.`
                : "This page shows when it takes effect.",
          });
          onClose();
        },
      },
    );
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={titles[step](label)}
      width={hasChoice ? "wide" : "regular"}
    >
      <div className="grid gap-4">
        {step === "up" ? (
          <p className="text-pretty">
            {label} costs {price} for {billing === "annual" ? "a year" : "a month"}, excluding taxes. Unused time on
            your current plan is credited.{" "}
            {plan.payment === "card"
              ? plan.hasPortal && plan.billing !== null
                ? "Your card is charged now, and the plan starts right away."
                : "You'll enter your card at Stripe. The plan starts once you've paid."
              : "You'll get an invoice here. The plan starts when the operator of this installation receives your payment."}
          </p>
        ) : null}
        {step === "end-trial" ? (
          <p className="text-pretty">
            Your team returns to {label} now. Published places stay open and nothing is deleted. You can't start another
            trial.
          </p>
        ) : null}
        {isSmaller ? (
          <p className="text-pretty">
            {label} starts {until}. Nothing changes until then. Nothing is deleted: places you close become drafts with
            all their versions.
          </p>
        ) : null}
        {hasChoice ? (
          <fieldset className="grid gap-2">
            <legend className="mb-1 font-strong">Which places stay open to visitors?</legend>
            <p className="text-ink-soft text-pretty">
              {step === "down"
                ? `${label} has room for ${formatCount(max)}. You chose ${formatCount(kept.size)}.`
                : `${label} has room for ${formatCount(max)}. All can stay open, but you can't publish more.`}
            </p>
            <ul className="max-h-72 overflow-y-auto border border-line">
              {published.map(({ id, name }) => (
                <li key={id} className="border-b border-hairline last:border-b-0">
                  <label className="flex min-h-11 cursor-pointer items-center gap-3 px-3 py-2 hover:bg-sunken">
                    <input
                      type="checkbox"
                      className="size-4 shrink-0 accent-accent"
                      checked={kept.has(id)}
                      onChange={({ target }) => {
                        const next = new Set(kept);
                        if (target.checked) next.add(id);
                        else next.delete(id);
                        setKept(next);
                      }}
                    />
                    <span className="min-w-0 break-words">{name}</span>
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
        ) : null}
        {change.error ? <Notice tone="danger">{readableError(change.error)}</Notice> : null}
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" busy={change.isPending} disabled={isTooMuch} onClick={submit}>
          {step === "up" && plan.payment === "invoice" ? "Get invoice" : buttons[step](label)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const titles: Record<PlanChoice["step"], (label: string) => string> = {
  up: (label) => `Upgrade to ${label}`,
  down: (label) => `Downgrade to ${label}`,
  end: () => "Cancel paid plan",
  "end-trial": () => "End trial",
};
const buttons: Record<PlanChoice["step"], (label: string) => string> = {
  up: (label) => `Upgrade to ${label}`,
  down: (label) => `Downgrade to ${label}`,
  end: () => "Cancel plan",
  "end-trial": () => "End trial",
};
