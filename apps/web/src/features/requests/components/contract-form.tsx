import type { TeamId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import { useState } from "react";
import { TextArea } from "../../../ui/text-area.tsx";
import { RequestForm } from "./request-form.tsx";

/** Requests a contract plan from the operator. Shown to team owners only. */
export function ContractForm({ teamId }: { readonly teamId: TeamId }) {
  const [note, setNote] = useState("");
  return (
    <RequestForm
      toRequest={(sender) => ({
        kind: "plan",
        ...sender,
        payload: { teamId, to: "enterprise", billing: "annual", note },
      })}
      submitLabel="Ask the operator"
      sentTitle="Your request is in"
      sentText="Nothing has changed yet. An operator will reply and switch your plan once you agree."
      onAgain={() => setNote("")}
    >
      {(errorOf) => (
        <TextArea
          label="Note"
          name="note"
          optional
          hint="How many places, how much storage, how many people."
          maxLength={limits.messageCharactersMax}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          error={errorOf("note")}
        />
      )}
    </RequestForm>
  );
}
