import type { TeamId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import { type PlanType, planTypes } from "@blueprint/contract/price-book";
import type { billings } from "@blueprint/contract/requests";
import { useState } from "react";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { planLabels } from "../request-words.ts";
import { RequestForm } from "./request-form.tsx";

type Wish = PlanType | "cancel";

/** Asks the operator for another plan. Only a team's owner sees it. */
export function PlanForm({ teamId, current }: { readonly teamId: TeamId; readonly current: PlanType }) {
  const choices: readonly Wish[] = [
    ...planTypes.filter((planType) => planType !== current && planType !== "free"),
    ...(current === "free" ? [] : (["cancel"] as const)),
  ];
  const [to, setTo] = useState<Wish>(choices[0] ?? "pro");
  const [billing, setBilling] = useState<(typeof billings)[number]>("monthly");
  const [note, setNote] = useState("");
  return (
    <RequestForm
      toRequest={(sender) => ({ kind: "plan", ...sender, payload: { teamId, to, billing, note } })}
      submitLabel="Ask the operator"
      sentTitle="Your request is in"
      sentText="Nothing has changed yet. An operator switches the plan."
      onAgain={() => setNote("")}
    >
      {(errorOf) => (
        <>
          <Select
            label="Plan"
            name="plan"
            options={choices.map((value) => ({ value, label: planLabels[value] }))}
            value={to}
            onChange={(event) => setTo(event.target.value as Wish)}
          />
          {to === "cancel" ? null : (
            <RadioCards
              label="Payment"
              columns={2}
              value={billing}
              onChange={setBilling}
              options={[
                { value: "monthly", label: "Monthly" },
                { value: "annual", label: "A year at once", text: "Costs less, see the prices" },
              ]}
            />
          )}
          <TextArea
            label="Note"
            name="note"
            optional
            hint="For example: that you would like to try Pro first, or who gets the invoice."
            maxLength={limits.messageCharactersMax}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            error={errorOf("note")}
          />
        </>
      )}
    </RequestForm>
  );
}
