import type { BlueprintId } from "@blueprint/contract/ids";
import type { OnboardingAnswers } from "@blueprint/contract/users";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { complain } from "../../../lib/complain.ts";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { useMe } from "../../../lib/session.ts";
import { Logo } from "../../../ui/logo.tsx";
import { SheetPage } from "../../../ui/sheet-page.tsx";
import { useSaveOnboarding } from "../onboarding.queries.ts";
import { OrganisationStep } from "./organisation-step.tsx";
import { ScanStep } from "./scan-step.tsx";
import { StepLine } from "./step-line.tsx";
import { TeammateStep } from "./teammate-step.tsx";

type Step = Exclude<OnboardingAnswers["step"], "done">;

/**
 * A few questions after sign-up. Each answer is saved at once, and each question can be skipped. A user who joins an
 * existing team isn't asked; they see what the team shares.
 */
export function OnboardingScreen({
  onFinished,
  sharedWithTeammate,
  onOpen,
}: {
  /** `upload`: the user has a scan. */
  readonly onFinished: (next: "upload" | "dashboard") => Promise<void>;
  readonly sharedWithTeammate: (open: (id: BlueprintId) => void) => ReactNode;
  readonly onOpen: (id: BlueprintId) => void;
}) {
  const team = useCurrentTeam();
  const { profile, onboarding } = useMe();
  // Returning users continue where they stopped. After finishing, they can go through the questions again.
  const [step, setStep] = useState<Step>(onboarding.step === "scan" ? "scan" : "organisation");
  const save = useSaveOnboarding();

  const saveStep = (
    answers: Partial<OnboardingAnswers>,
    next: OnboardingAnswers["step"],
    leave: () => void = () => void onFinished(answers.scanPlan === "self" ? "upload" : "dashboard"),
  ) =>
    save.mutate(
      { ...onboarding, ...answers, step: profile.finishedOnboarding ? "done" : next },
      {
        onSuccess: () => {
          if (next === "done") leave();
          else setStep(next);
        },
        onError: (error) => {
          complain("Couldn’t save your answer", error);
        },
      },
    );

  const head = (
    <Link to="/">
      <Logo />
    </Link>
  );
  if (!team.isPersonal)
    return (
      <SheetPage width="wide" head={head}>
        <title>Welcome · Blueprint</title>
        <TeammateStep
          name={profile.name}
          team={team}
          isSaving={save.isPending}
          shared={sharedWithTeammate((id) => saveStep({}, "done", () => onOpen(id)))}
          onContinue={() => saveStep({}, "done")}
        />
      </SheetPage>
    );
  return (
    <SheetPage
      width="wide"
      head={head}
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
