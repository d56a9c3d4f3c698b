import type { TeamId } from "@blueprint/contract/ids";
import type { TeamPlan } from "@blueprint/contract/plans";
import type { PriceBook } from "@blueprint/contract/price-book";
import { formatDate } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useBillingPortal, useKeepPlan, useStartTrial } from "../plans.queries.ts";

/** Upcoming changes to the plan, with the actions available. */
export function PlanNotices({
  teamId,
  plan,
  book,
  canManage,
}: {
  readonly teamId: TeamId;
  readonly plan: TeamPlan;
  readonly book: PriceBook;
  readonly canManage: boolean;
}) {
  const keep = useKeepPlan(teamId);
  const trial = useStartTrial(teamId);
  const portal = useBillingPortal(teamId);
  const { scheduled, trialEndsAt } = plan;
  const failed = keep.error ?? trial.error ?? portal.error;
  return (
    <>
      {plan.isPaymentOverdue ? (
        <Notice
          tone="attention"
          title="Your card was declined"
          action={
            canManage ? (
              <Button busy={portal.isPending} onClick={() => portal.mutate()}>
                Update card
              </Button>
            ) : null
          }
        >
          Your plan stays active. We'll try again.
        </Notice>
      ) : null}
      {trialEndsAt === null ? null : (
        <Notice title={`You're trying ${book.plans[book.trial.planType].label} until ${formatDate(trialEndsAt)}`}>
          After that, your team returns to {book.plans[plan.basePlanType].label} Published places stay open and nothing
          is deleted.
        </Notice>
      )}
      {scheduled === null ? null : (
        <Notice
          tone="attention"
          title={`${book.plans[scheduled.planType].label} starts on ${formatDate(scheduled.effectiveAt)}`}
          action={
            canManage ? (
              <Button busy={keep.isPending} onClick={() => keep.mutate()}>
                Keep {book.plans[plan.basePlanType].label}
              </Button>
            ) : null
          }
        >
          {scheduled.closing.length === 0
            ? "Every published place stays open and nothing is deleted."
            : `Then these close to visitors and become drafts: ${scheduled.closing.join(", ")}. Nothing is deleted.`}
        </Notice>
      )}
      {plan.canTry && canManage ? (
        <Notice
          title={`Try ${book.plans[book.trial.planType].label} for ${book.trial.days} days`}
          action={
            <Button variant="primary" busy={trial.isPending} onClick={() => trial.mutate()}>
              Start trial
            </Button>
          }
        >
          No card needed. One trial per team.
        </Notice>
      ) : null}
      {failed ? <Notice tone="danger">{readableError(failed)}</Notice> : null}
    </>
  );
}
