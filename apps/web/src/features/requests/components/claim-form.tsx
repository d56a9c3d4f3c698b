import { limits } from "@blueprint/contract/limits";
import { claimRelations } from "@blueprint/contract/requests";
import { useState } from "react";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { relationLabels } from "../request-words.ts";
import { toSlug } from "../to-slug.ts";
import { RequestForm } from "./request-form.tsx";

type Relation = (typeof claimRelations)[number];

/** Asks an operator to review a claim to a place. */
export function ClaimForm({ slug: initialSlug }: { readonly slug: string }) {
  const [place, setPlace] = useState(initialSlug);
  const [relation, setRelation] = useState<Relation>("owner");
  const [evidence, setEvidence] = useState("");
  return (
    <RequestForm
      toRequest={(sender) => ({ kind: "claim", ...sender, payload: { slug: toSlug(place), relation, evidence } })}
      submitLabel="Send claim"
      sentTitle="Your claim is in"
      sentText="An operator reviews it. The place stays as it is until then."
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
