import type { TeamId } from "@blueprint/contract/ids";
import type { TeamPlan } from "@blueprint/contract/plans";
import type { PriceBook } from "@blueprint/contract/price-book";
import { roleMay } from "@blueprint/contract/roles";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { formatDate } from "../../../lib/format.ts";
import { priceBookQuery } from "../../../lib/price-book.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { PageHead } from "../../../ui/page-head.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { teamPlanQuery, useBillingPortal } from "../plans.queries.ts";
import { InvoiceList } from "./invoice-list.tsx";
import { PlanChoiceList } from "./plan-choice-list.tsx";
import { PlanMeters } from "./plan-meters.tsx";
import { PlanNotices } from "./plan-notices.tsx";

/** The team's plan and its usage; owners can change the plan. */
export function ManagePlanScreen({
  contract,
}: {
  /** The owner's form to request a contract plan. */
  readonly contract: (teamId: TeamId) => ReactNode;
}) {
  const team = useCurrentTeam();
  const canSee = roleMay(team.role, "blueprint.see");
  const plan = useQuery({ ...teamPlanQuery(team.teamId), enabled: canSee });
  const prices = useQuery(priceBookQuery);
  const failed = plan.error ?? prices.error;
  const canManage = roleMay(team.role, "plan.manage");
  return (
    <div className="max-w-4xl">
      <title>Plan · Blueprint</title>
      <PageHead
        title="Plan"
        actions={
          <Button asChild>
            <Link to="/pricing">All plans and prices</Link>
          </Button>
        }
      >
        {plan.data === undefined || prices.data === undefined
          ? team.name
          : toHeadline(team.name, plan.data, prices.data.book)}
      </PageHead>
      {!canSee ? (
        <p className="text-ink-soft">Your role in {team.name} can't see its plan. Ask an owner or admin.</p>
      ) : failed ? (
        <ErrorPanel
          message={readableError(failed)}
          onRetry={() => {
            void plan.refetch();
            void prices.refetch();
          }}
        />
      ) : plan.data === undefined || prices.data === undefined ? (
        <Skeleton className="h-64" />
      ) : (
        <div className="grid gap-10">
          <div className="grid gap-4">
            <PlanNotices
              key={team.teamId}
              teamId={team.teamId}
              plan={plan.data}
              book={prices.data.book}
              canManage={canManage}
            />
            <PlanMeters meters={plan.data.meters} />
            <p className="max-w-2xl text-ink-soft text-pretty">
              When you reach a limit, you have 14 days before new publishing, uploads and invitations pause. Published
              places stay open, and you can still download your files.
            </p>
          </div>
          <section aria-labelledby="change" className="grid gap-4">
            <h2 id="change" className="text-lead font-strong">
              Change plan
            </h2>
            {canManage ? (
              <PlanChoiceList
                key={`${team.teamId} ${plan.data.billing}`}
                teamId={team.teamId}
                plan={plan.data}
                book={prices.data.book}
                contract={contract(team.teamId)}
              />
            ) : (
              <p className="text-ink-soft">Only an owner of {team.name} can change it.</p>
            )}
          </section>
          {canManage ? (
            <section aria-labelledby="invoices" className="grid max-w-2xl gap-4">
              <h2 id="invoices" className="text-lead font-strong">
                Invoices
              </h2>
              {plan.data.hasPortal ? <Portal teamId={team.teamId} /> : null}
              {plan.data.payment === "invoice" ? <InvoiceList teamId={team.teamId} /> : null}
              {plan.data.payment === "card" && !plan.data.hasPortal ? (
                <p className="text-ink-soft">No invoices yet. Your first one comes with your first paid plan.</p>
              ) : null}
            </section>
          ) : null}
        </div>
      )}
    </div>
  );
}

function Portal({ teamId }: { readonly teamId: TeamId }) {
  const portal = useBillingPortal(teamId);
  return (
    <div className="grid gap-3">
      <p className="text-ink-soft">Stripe keeps your cards, receipts and billing address.</p>
      <Button className="w-fit" busy={portal.isPending} onClick={() => portal.mutate()}>
        Cards and receipts
      </Button>
      {portal.error ? <p className="text-danger">{readableError(portal.error)}</p> : null}
    </div>
  );
}

function toHeadline(teamName: string, { planType, billing, periodEndsAt }: TeamPlan, book: PriceBook): string {
  const on = `${teamName} is on ${book.plans[planType].label}`;
  if (billing === null || periodEndsAt === null) return on;
  return `${on}, paid by the ${billing === "annual" ? "year" : "month"} until ${formatDate(periodEndsAt)}`;
}
