import type { BlueprintId } from "@blueprint/contract/ids";
import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { RecentActivity } from "../features/audit/components/recent-activity.tsx";
import { DashboardScreen } from "../features/blueprints/components/dashboard-screen.tsx";
import { FailedScans } from "../features/blueprints/components/failed-scans.tsx";
import { dashboardSearchSchema } from "../features/blueprints/dashboard-search.ts";
import { ClaimAttention } from "../features/claims/components/claim-attention.tsx";
import { PlaceClaimsDialog } from "../features/claims/components/place-claims-dialog.tsx";
import { TeamClaimDialog } from "../features/claims/components/team-claim-dialog.tsx";
import { PlanSummary } from "../features/plans/components/plan-summary.tsx";
import { ReachedLimits } from "../features/plans/components/reached-limits.tsx";
import { InviteDialog } from "../features/teams/components/invite-dialog.tsx";
import { StuckInvitations } from "../features/teams/components/stuck-invitations.tsx";
import { VisitOverview } from "../features/visits/components/visit-overview.tsx";
import { keepSearch } from "../lib/search-text.ts";
import { PageSpinner } from "../ui/page-spinner.tsx";
import { AppLayout } from "./-app-layout.tsx";

const VisitNumbersScreen = lazy(async () => ({
  default: (await import("../features/visits/components/visit-numbers-screen.tsx")).VisitNumbersScreen,
}));

export const Route = createFileRoute("/dashboard")({
  validateSearch: keepSearch(dashboardSearchSchema),
  component: Dashboard,
});

function Dashboard() {
  const { numbers } = dashboardSearchSchema.parse(Route.useSearch());
  return <AppLayout>{numbers === undefined ? <Blueprints /> : <Numbers blueprintId={numbers} />}</AppLayout>;
}

function Numbers({ blueprintId }: { readonly blueprintId: BlueprintId }) {
  const navigate = useNavigate();
  const { days, from, to, vsFrom, vsTo } = dashboardSearchSchema.parse(Route.useSearch());
  return (
    <Suspense fallback={<PageSpinner />}>
      <VisitNumbersScreen
        blueprintId={blueprintId}
        choice={{ days, from, to, vsFrom, vsTo }}
        onChoice={(next) =>
          void navigate({ to: "/dashboard", search: { numbers: blueprintId, ...next }, replace: true })
        }
      />
    </Suspense>
  );
}

function Blueprints() {
  const search = dashboardSearchSchema.parse(Route.useSearch());
  const navigate = Route.useNavigate();
  const closeClaims = () =>
    void navigate({ search: ({ claim: _, claims: __, ...rest }) => rest, replace: true, resetScroll: false });
  return (
    <>
      <DashboardScreen
        search={search}
        invite={<InviteDialog />}
        attention={
          <>
            <ClaimAttention />
            <FailedScans />
            <ReachedLimits />
            <StuckInvitations />
          </>
        }
        below={
          <>
            <VisitOverview />
            <RecentActivity />
            <PlanSummary />
          </>
        }
      />
      {search.claim === undefined || search.team !== undefined ? null : (
        <TeamClaimDialog claimId={search.claim} onClose={closeClaims} />
      )}
      {search.claims === undefined ? null : <PlaceClaimsDialog blueprintId={search.claims} onClose={closeClaims} />}
    </>
  );
}
