import { createFileRoute } from "@tanstack/react-router";
import { ManagePlanScreen } from "../features/plans/components/manage-plan-screen.tsx";
import { ContractForm } from "../features/requests/components/contract-form.tsx";
import { OwnRequests } from "../features/requests/components/own-requests.tsx";
import { namedTeamSearch } from "../features/teams/use-named-team.ts";
import { keepSearch } from "../lib/search-text.ts";
import { useSession } from "../lib/session.ts";
import { AppLayout } from "./-app-layout.tsx";
import { SignedOutPage } from "./-signed-out-page.tsx";

export const Route = createFileRoute("/manage-plan")({
  validateSearch: keepSearch(namedTeamSearch),
  component: ManagePlan,
});

function ManagePlan() {
  if (useSession().status === "anonymous")
    return (
      <SignedOutPage title="Plan">
        Your team's plan, usage and billing. Sign in to see them. Prices are on the pricing page.
      </SignedOutPage>
    );
  return (
    <AppLayout>
      <ManagePlanScreen
        contract={(teamId) => (
          <details>
            <summary className="w-fit cursor-pointer py-1 text-accent underline underline-offset-2">
              Ask the operator for a contract
            </summary>
            <div className="mt-4 grid gap-6">
              <ContractForm key={teamId} teamId={teamId} />
              <OwnRequests kind="plan" none="You haven't asked yet." />
            </div>
          </details>
        )}
      />
    </AppLayout>
  );
}
