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

/** Asks an operator to review whose place it is. */
export function ClaimForm({ slug: initialSlug }: { readonly slug: string }) {
  const [place, setPlace] = useState(initialSlug);
  const [relation, setRelation] = useState<Relation>("owner");
  const [evidence, setEvidence] = useState("");
  return (
    <RequestForm
      toRequest={(sender) => ({ kind: "claim", ...sender, payload: { slug: toSlug(place), relation, evidence } })}
      submitLabel="Send claim"
      sentTitle="Your claim is in"
      sentText="An operator looks at it. Until it is decided, the place stays as it is."
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
            hint="The whole link, or the part after b= in it."
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
            hint="A page of the venue that names you, an entry in a register, a number at the venue to call. Send no documents with secrets in them."
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
