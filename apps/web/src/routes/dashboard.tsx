import { createFileRoute } from "@tanstack/react-router";
import { DashboardScreen, dashboardSearchSchema } from "../features/blueprints/components/dashboard-screen.tsx";
import { InviteDialog } from "../features/teams/components/invite-dialog.tsx";
import { AppLayout } from "./-app-layout.tsx";

export const Route = createFileRoute("/dashboard")({ validateSearch: dashboardSearchSchema, component: Dashboard });

function Dashboard() {
  return (
    <AppLayout>
      <DashboardScreen search={Route.useSearch()} invite={<InviteDialog />} />
    </AppLayout>
  );
}
