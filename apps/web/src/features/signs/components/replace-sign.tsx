import type { BlueprintId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import { type ReplacementReason, replacementReasons, type Sign } from "@blueprint/contract/signs";
import { useState } from "react";
import { readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { reasonWords } from "../sign-words.ts";
import { useReplaceSign } from "../signs.queries.ts";

/** Marks a sign that was printed for a new copy, or takes back that it hangs. */
export function ReplaceSign({ blueprintId, sign }: { readonly blueprintId: BlueprintId; readonly sign: Sign }) {
  const [reason, setReason] = useState<ReplacementReason>("damaged");
  const [note, setNote] = useState("");
  const replace = useReplaceSign(blueprintId, sign.id);
  if (sign.sheetMadeAt === null) return null;
  const reasons = replacementReasons.filter((one) => one !== "not-hung" || sign.hungAt !== null);
  const submit = () =>
    replace.mutate(
      { reason, note },
      {
        onSuccess: () => {
          setNote("");
          toasts.add({
            title: reason === "not-hung" ? "Waiting for its first scan again" : "Sign has to be printed again",
          });
        },
      },
    );
  return (
    <form
      className="grid gap-4 border-t border-hairline pt-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="grid gap-1">
        <h3 className="font-strong">Replace this sign</h3>
        <p className="text-ink-soft text-pretty">
          The new copy has the same code. Scans and history stay with the sign.
        </p>
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Select
          label="Why"
          options={reasons.map((one) => ({ value: one, label: reasonWords[one] }))}
          value={reason}
          onChange={(event) => setReason(event.target.value as ReplacementReason)}
        />
        <TextField
          label="Note"
          optional
          maxLength={limits.signNoteCharactersMax}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
      {replace.error === null ? null : <Notice tone="danger">{readableError(replace.error)}</Notice>}
      <Button type="submit" busy={replace.isPending} className="justify-self-start">
        {reason === "not-hung" ? "Mark as not hung" : "Mark for replacement"}
      </Button>
    </form>
  );
}
