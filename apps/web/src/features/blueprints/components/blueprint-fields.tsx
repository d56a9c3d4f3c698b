import { limits } from "@blueprint/contract/limits";
import type { Industry } from "@blueprint/contract/users";
import { industryOptions } from "../../../lib/industries.ts";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";

export interface BlueprintDraft {
  readonly name: string;
  readonly industry: Industry;
}

/** Name and kind of a place. */
export function BlueprintFields({
  draft,
  onChange,
  errors = {},
}: {
  readonly draft: BlueprintDraft;
  readonly onChange: (draft: BlueprintDraft) => void;
  readonly errors?: { readonly name?: string | undefined };
}) {
  return (
    <div className="grid gap-5">
      <TextField
        label="Name"
        name="name"
        required
        autoComplete="off"
        maxLength={limits.blueprintNameCharactersMax}
        hint="Visitors see it."
        value={draft.name}
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
        error={errors.name}
      />
      <Select
        label="Industry"
        name="industry"
        options={industryOptions}
        value={draft.industry}
        onChange={(event) => onChange({ ...draft, industry: event.target.value as Industry })}
      />
    </div>
  );
}
