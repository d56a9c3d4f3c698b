import { limits } from "@blueprint/contract/limits";
import { claimRelations } from "@blueprint/contract/requests";
import { useState } from "react";
import { toPlaceSlug } from "../../../lib/place-slug.ts";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { relationLabels } from "../request-words.ts";
import { RequestForm } from "./request-form.tsx";

type Relation = (typeof claimRelations)[number];

/** Starts a claim without an account: an operator invites its sender, who goes on with it then. */
export function ClaimForm({ slug: initialSlug }: { readonly slug: string }) {
  const [place, setPlace] = useState(initialSlug);
  const [relation, setRelation] = useState<Relation>("owner");
  const [evidence, setEvidence] = useState("");
  return (
    <RequestForm
      toRequest={(sender) => ({ kind: "claim", ...sender, payload: { slug: toPlaceSlug(place), relation, evidence } })}
      submitLabel="Start claim"
      sentTitle="Your claim is started"
      sentText="An operator reads it. With the invitation, you make an account and go on. Nothing changes until then."
      onAgain={() => {
        setPlace("");
        setEvidence("");
      }}
    >
      {(errorOf) => (
        <>
          <TextField
            label="Link of the place"
            name="place"
            required
            autoComplete="off"
            spellCheck={false}
            hint="Enter the whole link, or the part after “b=”."
            value={place}
            onChange={(event) => setPlace(event.target.value)}
            error={errorOf("slug")}
          />
          <Select
            label="Who you are"
            name="relation"
            options={claimRelations.map((value) => ({ value, label: relationLabels[value] }))}
            value={relation}
            onChange={(event) => setRelation(event.target.value as Relation)}
          />
          <TextArea
            label="How an operator can check it"
            name="evidence"
            required
            rows={5}
            hint="For example, a page on the venue’s website that names you, a register entry or the venue’s phone number. Don’t send confidential documents."
            maxLength={limits.messageCharactersMax}
            value={evidence}
            onChange={(event) => setEvidence(event.target.value)}
            error={errorOf("evidence")}
          />
        </>
      )}
    </RequestForm>
  );
}
