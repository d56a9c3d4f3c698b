import { questionCharactersMax } from "@blueprint/contract/guide";
import type { BlueprintId } from "@blueprint/contract/ids";
import { type FormEvent, useMemo, useState } from "react";
import { findByWords } from "../../../lib/find-by-words.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Combobox } from "../../../ui/combobox.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { refusalOption, type SourceOption, useAddTest } from "../guide-tests.ts";

const shownMax = 50;

/** Adds a guide test: a question, and what must answer it. */
export function NewGuideTest({
  blueprintId,
  sources,
}: {
  readonly blueprintId: BlueprintId;
  readonly sources: readonly SourceOption[];
}) {
  const [question, setQuestion] = useState("");
  const [source, setSource] = useState(refusalOption);
  /** Null while the chosen source stands in the field. */
  const [typed, setTyped] = useState<string | null>(null);
  const found = useMemo(() => findByWords(typed ?? "", sources, shownMax), [typed, sources]);
  const add = useAddTest(blueprintId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(
      { question: question.trim(), expects: source.expects },
      {
        onSuccess: () => {
          setQuestion("");
          setSource(refusalOption);
        },
      },
    );
  };
  return (
    <form onSubmit={submit} aria-label="New test" className="grid gap-3">
      <TextField
        label="What a visitor asks"
        name="visitor-asks"
        autoComplete="off"
        required
        maxLength={questionCharactersMax}
        value={question}
        onChange={(event) => setQuestion(event.target.value)}
        error={add.error ? readableError(add.error) : undefined}
      />
      <Combobox
        label="Must answer from"
        hint="Type the name of an anchor, zone, tour or view."
        text={typed ?? source.label}
        onText={setTyped}
        isAsked={typed !== null}
        options={found}
        onChoose={(option) => {
          setTyped(null);
          setSource(option);
        }}
        isSearching={false}
        nothing="Nothing in this blueprint has that name."
      />
      <Button
        type="submit"
        className="justify-self-start"
        busy={add.isPending}
        disabled={question.trim() === "" || typed !== null}
      >
        Add test
      </Button>
    </form>
  );
}
