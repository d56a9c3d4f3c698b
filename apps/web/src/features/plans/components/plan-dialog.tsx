import type { BlueprintId, TeamId } from "@blueprint/contract/ids";
import type { TeamPlan } from "@blueprint/contract/plans";
import type { PriceBook } from "@blueprint/contract/price-book";
import { useState } from "react";
import { readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { isTooMuch, type PlanChoice, toChangeRequest, toPublishedEffect } from "../plan-change.ts";
import { useChangePlan } from "../plans.queries.ts";
import { KeptPlaces } from "./kept-places.tsx";
import { PlanChangeText } from "./plan-change-text.tsx";

/** Shows a change's cost, its start and its effect on published places before the user confirms. */
export function PlanDialog({
  teamId,
  plan,
  book,
  choice,
  onClose,
}: {
  readonly teamId: TeamId;
  readonly plan: TeamPlan;
  readonly book: PriceBook;
  readonly choice: PlanChoice;
  readonly onClose: () => void;
}) {
  const { step } = choice;
  const { label } = book.plans[choice.planType];
  const effect = toPublishedEffect(plan, book, choice);
  const [kept, setKept] = useState<ReadonlySet<BlueprintId>>(() => new Set(effect.kept));
  const change = useChangePlan(teamId);
  const isBlocked = isTooMuch(choice, effect, kept);

  const submit = () => {
    if (change.isPending || isBlocked) return;
    change.mutate(toChangeRequest(choice, effect, kept), {
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
    });
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={titles[step](label)}
      width={effect.hasChoice ? "wide" : "regular"}
    >
      <div className="grid gap-4">
        <PlanChangeText plan={plan} book={book} choice={choice} />
        {effect.hasChoice && effect.max !== null ? (
          <KeptPlaces
            label={label}
            max={effect.max}
            step={step}
            places={effect.published}
            kept={kept}
            onKept={setKept}
          />
        ) : null}
        {change.error ? <Notice tone="danger">{readableError(change.error)}</Notice> : null}
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" busy={change.isPending} disabled={isBlocked} onClick={submit}>
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
