import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { SharedBlueprints } from "../features/blueprints/components/shared-blueprints.tsx";
import { OnboardingScreen } from "../features/onboarding/components/onboarding-screen.tsx";
import { useLeaveOnboarding } from "../features/session/use-arrive.ts";
import { useSession } from "../lib/session.ts";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { PageSpinner } from "../ui/page-spinner.tsx";
import { SignedOutPage } from "./-signed-out-page.tsx";

export const Route = createFileRoute("/onboarding")({ component: Onboarding });

function Onboarding() {
  const session = useSession();
  if (session.status === "loading") return <PageSpinner />;
  if (session.status === "failed") return <ErrorPanel message={session.error.message} onRetry={session.retry} />;
  if (session.status === "anonymous")
    return (
      <SignedOutPage title="Onboarding">
        A few questions to get you started: what kind of place you have, and how you'll get its first scan. Sign in to
        answer them, or open your invitation link to create an account.
      </SignedOutPage>
    );
  return <SignedInOnboarding />;
}

function SignedInOnboarding() {
  const leave = useLeaveOnboarding();
  const navigate = useNavigate();
  return (
    <OnboardingScreen
      onFinished={async (next) => {
        if (await leave()) return;
        await navigate({ to: next === "upload" ? "/create-blueprint" : "/dashboard" });
      }}
      sharedWithTeammate={(open) => <SharedBlueprints onOpen={open} />}
      onOpen={(id) => void navigate({ to: "/blueprint-editor/{-$id}", params: { id } })}
    />
  );
}
