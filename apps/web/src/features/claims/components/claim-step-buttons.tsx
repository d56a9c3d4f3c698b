import { type ClaimStep, stepNeedsReason } from "@blueprint/contract/claim-steps";
import type { Claim } from "@blueprint/contract/claims";
import { limits } from "@blueprint/contract/limits";
import { useState } from "react";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { Button, type ButtonProps } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { type ClaimSide, describeStep, plainStepLabels } from "../claim-words.ts";
import type { AskedStep } from "../claims.queries.ts";

interface StepMutation {
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly variables: AskedStep | undefined;
  readonly mutateAsync: (step: AskedStep) => Promise<unknown>;
  readonly reset: () => void;
}

/** Steps that end a claim or send it to others stand before the one that most people want. */
const order: readonly ClaimStep[] = [
  "decline",
  "object",
  "ask-back",
  "undo",
  "retry",
  "submit",
  "appeal",
  "agree",
  "accept",
  "withdraw",
];
const primary: readonly ClaimStep[] = ["appeal", "agree", "accept", "retry"];

/** What a side of a claim can do now, as the server says. */
export function ClaimStepButtons({
  claim,
  side,
  take,
}: {
  readonly claim: Claim;
  readonly side: ClaimSide;
  readonly take: StepMutation;
}) {
  const [asked, setAsked] = useState<ClaimStep | null>(null);
  const steps = order.filter((step) => claim.steps.includes(step));
  if (steps.length === 0 && take.error === null) return null;
  return (
    <div className="grid gap-3">
      {take.error !== null && asked === null ? <Notice tone="danger">{readableError(take.error)}</Notice> : null}
      <div className="flex flex-wrap gap-2">
        {steps.map((step) => {
          const words = describeStep(step, claim, side);
          const look: ButtonProps["variant"] = primary.includes(step) ? "primary" : "outline";
          return (
            <Button
              key={step}
              variant={look}
              busy={take.isPending && take.variables?.step === step}
              onClick={() => {
                take.reset();
                if (words === null) take.mutateAsync({ step, reason: "" }).catch(() => {});
                else setAsked(step);
              }}
            >
              {words?.label ?? plainStepLabels[step]}
            </Button>
          );
        })}
      </div>
      {asked === null ? null : (
        <StepDialog claim={claim} side={side} step={asked} take={take} onClose={() => setAsked(null)} />
      )}
    </div>
  );
}

function StepDialog({
  claim,
  side,
  step,
  take,
  onClose,
}: {
  readonly claim: Claim;
  readonly side: ClaimSide;
  readonly step: ClaimStep;
  readonly take: StepMutation;
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState("");
  const words = describeStep(step, claim, side);
  if (words === null) return null;
  const reasonError = fieldError(take.error, "reason");
  return (
    <Dialog open onOpenChange={onClose} title={words.title} description={words.description}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          // Not as a mutation callback: the claim may leave its list, and this dialog with it.
          take.mutateAsync({ step, reason }).then(onClose, () => {});
        }}
      >
        <TextArea
          label="Reason"
          optional={!stepNeedsReason(step)}
          required={stepNeedsReason(step)}
          rows={4}
          maxLength={limits.messageCharactersMax}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={reasonError}
        />
        {take.error !== null && reasonError === undefined ? (
          <Notice tone="danger">{readableError(take.error)}</Notice>
        ) : null}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant={step === "decline" ? "danger" : "primary"} busy={take.isPending}>
            {words.confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
