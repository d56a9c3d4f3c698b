import { limits } from "@blueprint/contract/limits";
import type { Industry } from "@blueprint/contract/users";
import { useState } from "react";
import { industryOptions } from "../../../lib/industries.ts";
import { readReferral } from "../../../lib/referral.ts";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { RequestForm } from "./request-form.tsx";

const empty = { organisation: "", industry: "retail" as Industry, venues: "1", goal: "" };

/** Pilot application. */
export function PilotForm() {
  const [draft, setDraft] = useState(empty);
  const referralCode = readReferral();
  const change = (part: Partial<typeof empty>) => setDraft({ ...draft, ...part });
  return (
    <RequestForm
      toRequest={(sender) => ({
        kind: "pilot",
        ...sender,
        payload: {
          organisation: draft.organisation,
          industry: draft.industry,
          venues: Number(draft.venues),
          goal: draft.goal,
        },
        ...(referralCode === undefined ? {} : { referralCode }),
      })}
      submitLabel="Apply for a pilot"
      sentTitle="Your application is in"
      sentText="An operator will reply."
      onAgain={() => setDraft(empty)}
    >
      {(errorOf) => (
        <>
          <TextField
            label="Organisation"
            name="organisation"
            autoComplete="organization"
            required
            maxLength={limits.teamNameCharactersMax}
            value={draft.organisation}
            onChange={(event) => change({ organisation: event.target.value })}
            error={errorOf("organisation")}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Select
              label="Kind of place"
              name="industry"
              options={industryOptions}
              value={draft.industry}
              onChange={(event) => change({ industry: event.target.value as Industry })}
            />
            <TextField
              label="How many venues"
              type="number"
              name="venues"
              inputMode="numeric"
              min={1}
              max={100_000}
              step={1}
              required
              value={draft.venues}
              onChange={(event) => change({ venues: event.target.value })}
              error={errorOf("venues")}
            />
          </div>
          <TextArea
            label="What should improve"
            name="goal"
            required
            rows={5}
            hint="Describe one job, who does it, and how you’ll know it’s going better."
            maxLength={limits.messageCharactersMax}
            value={draft.goal}
            onChange={(event) => change({ goal: event.target.value })}
            error={errorOf("goal")}
          />
        </>
      )}
    </RequestForm>
  );
}
