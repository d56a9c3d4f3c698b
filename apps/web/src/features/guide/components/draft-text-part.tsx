import { type FormEvent, type ReactNode, useId, useState } from "react";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { TextArea } from "../../../ui/text-area.tsx";

export interface DraftText {
  readonly text: string;
  /** Null for people who may only look. */
  readonly onSave: ((text: string) => void) | null;
}

export interface DraftTextPartProps extends DraftText {
  readonly heading: string;
  readonly label: string;
  readonly hint: ReactNode;
  readonly name: string;
  readonly charactersMax: number;
  /** Why a text can't be saved; undefined if it can. */
  readonly findError?: (text: string) => string | undefined;
}

/** A text about the guide that is part of the blueprint and published with it. */
export function DraftTextPart({ heading, text, onSave, ...field }: DraftTextPartProps) {
  const id = useId();
  if (onSave === null && text === "") return null;
  return (
    <section aria-labelledby={id} className="grid content-start gap-4">
      <h2 id={id} className="text-lead font-strong">
        {heading}
      </h2>
      {onSave === null ? (
        <p className="max-w-prose break-words whitespace-pre-line text-pretty">{text}</p>
      ) : (
        // Resets the form when someone else saves.
        <DraftTextForm key={text} text={text} onSave={onSave} {...field} />
      )}
    </section>
  );
}

function DraftTextForm({
  text,
  onSave,
  label,
  hint,
  name,
  charactersMax,
  findError,
}: Omit<DraftTextPartProps, "heading" | "onSave"> & { readonly onSave: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  const [error, setError] = useState<string | undefined>(undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = findError?.(typed);
    setError(found);
    if (found !== undefined) return;
    onSave(typed.trim());
    toasts.add({ title: "Saved in the draft. Publish to use it." });
  };
  return (
    <form onSubmit={submit} className="grid justify-items-start gap-3">
      <TextArea
        className="w-full"
        label={label}
        optional
        hint={hint}
        name={name}
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
