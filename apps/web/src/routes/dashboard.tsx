import { createFileRoute } from "@tanstack/react-router";
import { RecentActivity } from "../features/audit/components/recent-activity.tsx";
import { DashboardScreen } from "../features/blueprints/components/dashboard-screen.tsx";
import { FailedScans } from "../features/blueprints/components/failed-scans.tsx";
import { dashboardSearchSchema } from "../features/blueprints/dashboard-search.ts";
import { PlanSummary } from "../features/plans/components/plan-summary.tsx";
import { ReachedLimits } from "../features/plans/components/reached-limits.tsx";
import { InviteDialog } from "../features/teams/components/invite-dialog.tsx";
import { StuckInvitations } from "../features/teams/components/stuck-invitations.tsx";
import { keepSearch } from "../lib/search-text.ts";
import { AppLayout } from "./-app-layout.tsx";

export const Route = createFileRoute("/dashboard")({
  validateSearch: keepSearch(dashboardSearchSchema),
  component: Dashboard,
});

function Dashboard() {
  return (
    <AppLayout>
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
            <RecentActivity />
            <PlanSummary />
          </>
        }
      />
    </AppLayout>
  );
}
