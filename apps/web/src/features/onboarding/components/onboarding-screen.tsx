import type { OnboardingAnswers } from "@blueprint/contract/users";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { readableError } from "../../../lib/readable-error.ts";
import { useMe } from "../../../lib/session.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Logo } from "../../../ui/logo.tsx";
import { SheetPage } from "../../../ui/sheet-page.tsx";
import { useSaveOnboarding } from "../onboarding.queries.ts";
import { OrganisationStep } from "./organisation-step.tsx";
import { ScanStep } from "./scan-step.tsx";
import { StepLine } from "./step-line.tsx";

type Step = Exclude<OnboardingAnswers["step"], "done">;

/** A few questions after an account was made. Each is saved when it is answered and every one may be skipped. */
export function OnboardingScreen() {
  const { profile, onboarding } = useMe();
  // Somebody who comes back begins where they stopped; who has finished may go through it again.
  const [step, setStep] = useState<Step>(onboarding.step === "scan" ? "scan" : "organisation");
  const save = useSaveOnboarding();
  const navigate = useNavigate();

  const saveStep = (answers: Partial<OnboardingAnswers>, next: OnboardingAnswers["step"]) =>
    save.mutate(
      { ...onboarding, ...answers, step: profile.finishedOnboarding ? "done" : next },
      {
        onSuccess: () => {
          if (next === "done") void navigate({ to: "/dashboard" });
          else setStep(next);
        },
        onError: (error) => {
          toasts.add({
            title: "This answer is not saved yet",
            description: readableError(error),
            variant: "destructive",
          });
        },
      },
    );

  return (
    <SheetPage
      width="wide"
      head={
        <Link to="/">
          <Logo />
        </Link>
      }
      figure={<StepLine steps={["Organisation", "First scan"]} current={step === "organisation" ? 0 : 1} />}
    >
      <title>Onboarding · Blueprint</title>
      {step === "organisation" ? (
        <OrganisationStep
          name={profile.name}
          answers={onboarding}
          isSaving={save.isPending}
          onContinue={(answers) => saveStep(answers, "scan")}
          onSkip={() => saveStep({}, "scan")}
        />
      ) : (
        <ScanStep
          answers={onboarding}
          isSaving={save.isPending}
          onContinue={(answers) => saveStep(answers, "done")}
          onSkip={() => saveStep({}, "done")}
          onBack={() => setStep("organisation")}
        />
      )}
    </SheetPage>
  );
}
