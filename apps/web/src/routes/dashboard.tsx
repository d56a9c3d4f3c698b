import type { BlueprintId } from "@blueprint/contract/ids";
import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { RecentActivity } from "../features/audit/components/recent-activity.tsx";
import { DashboardScreen } from "../features/blueprints/components/dashboard-screen.tsx";
import { FailedScans } from "../features/blueprints/components/failed-scans.tsx";
import { dashboardSearchSchema } from "../features/blueprints/dashboard-search.ts";
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
  return (
    <DashboardScreen
      search={dashboardSearchSchema.parse(Route.useSearch())}
      invite={<InviteDialog />}
      attention={
        <>
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
  );
}
