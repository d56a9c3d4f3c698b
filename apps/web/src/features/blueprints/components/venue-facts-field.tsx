import { limits } from "@blueprint/contract/limits";
import type { VenueFact } from "@blueprint/contract/opening-hours";
import { Plus, Trash2 } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { ListError } from "./list-error.tsx";
import { type Keyed, withKey } from "./visitor-info-draft.ts";

/** What visitors should know about a venue, as names and values. */
export function VenueFactsField({
  facts,
  onChange,
  errorOf,
}: {
  readonly facts: readonly Keyed<VenueFact>[];
  readonly onChange: (facts: Keyed<VenueFact>[]) => void;
  /** The server's error of a row, `0.label`, or of all of them, an empty name. */
  readonly errorOf: (field: string) => string | undefined;
}) {
  const edit = (key: string, change: Partial<VenueFact>) =>
    onChange(facts.map((fact) => (fact.key === key ? { ...fact, ...change } : fact)));
  return (
    <div className="grid gap-3">
      {facts.length === 0 ? null : (
        <ul className="grid gap-3">
          {facts.map((fact, index) => (
            <li key={fact.key} className="grid items-start gap-3 sm:grid-cols-[12rem_minmax(0,1fr)_auto]">
              <TextField
                label="Name"
                maxLength={limits.factLabelCharactersMax}
                placeholder="Wi-Fi"
                value={fact.label}
                onChange={(event) => edit(fact.key, { label: event.target.value })}
                error={errorOf(`${index}.label`)}
              />
              <TextField
                label="What visitors should know"
                maxLength={limits.factTextCharactersMax}
                placeholder="Free, network “Museum”"
                value={fact.text}
                onChange={(event) => edit(fact.key, { text: event.target.value })}
                error={errorOf(`${index}.text`)}
              />
              <IconButton
                label={`Remove ${fact.label || "this fact"}`}
                icon={Trash2}
                className="justify-self-start sm:mt-6.5"
                onClick={() => onChange(facts.filter(({ key }) => key !== fact.key))}
              />
            </li>
          ))}
        </ul>
      )}
      <ListError rowCount={facts.length} errorOf={errorOf} />
      <Button
        size="small"
        className="justify-self-start"
        disabled={facts.length >= limits.factsMax}
        onClick={() => onChange([...facts, withKey({ label: "", text: "" })])}
      >
        <Plus aria-hidden="true" strokeWidth={1.75} />
        Add a fact
      </Button>
    </div>
  );
}
