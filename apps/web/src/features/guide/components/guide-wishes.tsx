import { type FormEvent, useState } from "react";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { TextArea } from "../../../ui/text-area.tsx";

const charactersMax = 1_000;

/** How the guide should speak: part of the blueprint, published with it. */
export function GuideWishes({
  text,
  onSave,
}: {
  readonly text: string;
  /** Null for people who may only look. */
  readonly onSave: ((text: string) => void) | null;
}) {
  return (
    <section aria-labelledby="guide-wishes" className="grid content-start gap-4">
      <h2 id="guide-wishes" className="text-lead font-strong">
        How the guide speaks
      </h2>
      {onSave === null ? (
        <p className="max-w-prose whitespace-pre-line text-pretty">{text === "" ? "No instructions yet." : text}</p>
      ) : (
        // Resets the form when someone else saves.
        <WishesForm key={text} text={text} onSave={onSave} />
      )}
    </section>
  );
}

function WishesForm({ text, onSave }: { readonly text: string; readonly onSave: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(typed.trim());
    toasts.add({ title: "Saved in the draft. Publish to use it." });
  };
  return (
    <form onSubmit={submit} className="grid justify-items-start gap-3">
      <TextArea
        className="w-full"
        label="Instructions for the guide"
        optional
        hint="Tone, form of address, what to mention first. It still answers only from this place's texts, and each answer is checked."
        name="guide-instructions"
        rows={4}
        maxLength={charactersMax}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" disabled={typed.trim() === text}>
        Save in the draft
      </Button>
    </form>
  );
}
