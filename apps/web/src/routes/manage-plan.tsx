import { createFileRoute } from "@tanstack/react-router";
import { OwnRequests } from "../features/requests/components/own-requests.tsx";
import { PlanForm } from "../features/requests/components/plan-form.tsx";
import { ManagePlanScreen } from "../features/teams/components/manage-plan-screen.tsx";
import { useSession } from "../lib/session.ts";
import { AppLayout } from "./-app-layout.tsx";
import { SignedOutPage } from "./-signed-out-page.tsx";

export const Route = createFileRoute("/manage-plan")({ component: ManagePlan });

function ManagePlan() {
  if (useSession().status === "anonymous")
    return (
      <SignedOutPage title="Plan">
        Your team's plan, what it uses of it and how to change it. Sign in to see it. Prices stand on the pricing page.
      </SignedOutPage>
    );
  return (
    <AppLayout>
      <ManagePlanScreen
        change={({ teamId, planType }) => (
          <div className="grid gap-8">
            <PlanForm key={`${teamId} ${planType}`} teamId={teamId} current={planType} />
            <section aria-labelledby="asked" className="grid gap-3">
              <h3 id="asked" className="font-strong">
                What you asked for
              </h3>
              <OwnRequests kind="plan" none="Nothing yet." />
            </section>
          </div>
        )}
      />
    </AppLayout>
  );
}
