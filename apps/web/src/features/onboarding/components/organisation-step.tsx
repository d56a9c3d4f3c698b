import { limits } from "@blueprint/contract/limits";
import type { Industry, OnboardingAnswers } from "@blueprint/contract/users";
import { type FormEvent, useState } from "react";
import { industryOptions } from "../../../lib/industries.ts";
import { Button } from "../../../ui/button.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { TextField } from "../../../ui/text-field.tsx";

export function OrganisationStep({
  name,
  answers,
  isSaving,
  onContinue,
  onSkip,
}: {
  readonly name: string;
  readonly answers: OnboardingAnswers;
  readonly isSaving: boolean;
  readonly onContinue: (answers: Partial<OnboardingAnswers>) => void;
  readonly onSkip: () => void;
}) {
  const [organisationName, setOrganisationName] = useState(answers.organisationName ?? "");
  const [industry, setIndustry] = useState<Industry | undefined>(answers.industry);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onContinue({
      ...(organisationName.trim() === "" ? {} : { organisationName: organisationName.trim() }),
      ...(industry === undefined ? {} : { industry }),
    });
  };
  return (
    <form onSubmit={submit} className="grid gap-6">
      <div className="grid gap-1.5">
        <h1 className="text-title font-strong break-words">Welcome, {name}</h1>
        <p className="text-ink-soft">Two quick questions to set up your team. You can skip either one.</p>
      </div>
      <TextField
        label="Organisation"
        name="organisation"
        optional
        hint="This becomes your team’s name. Teammates and people you invite see it."
        autoComplete="organization"
        maxLength={limits.teamNameCharactersMax}
        value={organisationName}
        onChange={(event) => setOrganisationName(event.target.value)}
      />
      <RadioCards label="What kind of place is it?" options={industryOptions} value={industry} onChange={setIndustry} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" busy={isSaving}>
          Continue
        </Button>
        <Button variant="quiet" onClick={onSkip} disabled={isSaving}>
          Skip
        </Button>
      </div>
    </form>
  );
}
