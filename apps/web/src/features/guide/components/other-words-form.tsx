import { parseOtherWords } from "@blueprint/scene/other-words";
import { type FormEvent, useState } from "react";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { TextArea } from "../../../ui/text-area.tsx";

const charactersMax = 5_000;

/** What visitors also call the things in a place: part of the blueprint, published with it. */
export function OtherWordsPart({
  text,
  onSave,
}: {
  readonly text: string;
  /** Null for people who may only look. */
  readonly onSave: ((text: string) => void) | null;
}) {
  if (onSave === null && text === "") return null;
  return (
    <section aria-labelledby="other-words" className="grid content-start gap-4">
      <h2 id="other-words" className="text-lead font-strong">
        Other words
      </h2>
      {onSave === null ? (
        <p className="max-w-prose whitespace-pre-line text-pretty">{text}</p>
      ) : (
        // Resets the form when someone else saves.
        <OtherWordsForm key={text} text={text} onSave={onSave} />
      )}
    </section>
  );
}

function OtherWordsForm({ text, onSave }: { readonly text: string; readonly onSave: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  const [error, setError] = useState<string | undefined>(undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { badLines } = parseOtherWords(typed);
    setError(describeBadLines(badLines));
    if (badLines.length > 0) return;
    onSave(typed.trim());
    toasts.add({ title: "Saved in the draft. Publish to use it." });
  };
  return (
    <form onSubmit={submit} noValidate className="grid justify-items-start gap-3">
      <TextArea
        className="w-full"
        label="What visitors also call things here"
        optional
        hint="One line for each name in your texts, like “Toilets: loo, WC”. Visitors don't see the list."
        name="other-words"
        rows={4}
        maxLength={charactersMax}
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" disabled={typed.trim() === text}>
        Save in the draft
      </Button>
    </form>
  );
}

const linesNamedMax = 5;

/** Undefined if all lines can be read. */
function describeBadLines(badLines: readonly number[]): string | undefined {
  if (badLines.length === 0) return undefined;
  const [first] = badLines;
  const named =
    badLines.length === 1
      ? `Line ${first} needs`
      : badLines.length > linesNamedMax
        ? `${badLines.length} lines, the first of them line ${first}, need`
        : `Lines ${badLines.join(", ")} need`;
  return `${named} a name, a colon and at least one other word.`;
}
