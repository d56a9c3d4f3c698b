import { limits } from "@blueprint/contract/limits";
import type { OnboardingAnswers } from "@blueprint/contract/users";
import { CalendarCheck, Clock, Upload } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { TextArea } from "../../../ui/text-area.tsx";

type ScanPlan = NonNullable<OnboardingAnswers["scanPlan"]>;

const plans = [
  {
    value: "self",
    label: "I have a scan",
    text: "From a scanner, a phone or a camera: mesh, point cloud, splats, panorama or floor plan.",
    icon: Upload,
  },
  {
    value: "visit",
    label: "I need someone to scan it",
    text: "We’ll send a visit request to the operator, who answers by email. No date is booked yet.",
    icon: CalendarCheck,
  },
  { value: "later", label: "I’m just looking around", text: "You can add a scan at any time.", icon: Clock },
] as const;

export function ScanStep({
  answers,
  isSaving,
  onContinue,
  onSkip,
  onBack,
}: {
  readonly answers: OnboardingAnswers;
  readonly isSaving: boolean;
  readonly onContinue: (answers: Partial<OnboardingAnswers>) => void;
  readonly onSkip: () => void;
  readonly onBack: () => void;
}) {
  const [scanPlan, setScanPlan] = useState<ScanPlan | undefined>(answers.scanPlan);
  const [visitNote, setVisitNote] = useState(answers.visitNote ?? "");

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onContinue({
      ...(scanPlan === undefined ? {} : { scanPlan }),
      ...(scanPlan === "visit" ? { visitNote } : {}),
    });
  };
  return (
    <form onSubmit={submit} className="grid gap-6">
      <div className="grid gap-1.5">
        <h1 className="text-title font-strong">Your first scan</h1>
        <p className="text-ink-soft">Every blueprint starts with a scan of the place. How will you get yours?</p>
      </div>
      <RadioCards label="First scan" columns={1} options={plans} value={scanPlan} onChange={setScanPlan} />
      {scanPlan === "visit" ? (
        <TextArea
          label="About the visit"
          name="visit-note"
          optional
          hint="Where is the venue, how big is it, and which times suit you?"
          maxLength={limits.messageCharactersMax}
          value={visitNote}
          onChange={(event) => setVisitNote(event.target.value)}
        />
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" busy={isSaving}>
          Continue
        </Button>
        <Button variant="quiet" onClick={onSkip} disabled={isSaving}>
          Skip
        </Button>
        <Button variant="quiet" onClick={onBack} disabled={isSaving} className="sm:ml-auto">
          Back
        </Button>
      </div>
    </form>
  );
}
