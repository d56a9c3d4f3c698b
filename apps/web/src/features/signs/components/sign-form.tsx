import type { BlueprintId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import type { Sign } from "@blueprint/contract/signs";
import { useState } from "react";
import type { TargetOption } from "../../../lib/link-targets.ts";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { LinkTargetField } from "../../../ui/link-target-field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useChangeSign } from "../signs.queries.ts";
import { SignFields, type SignTexts } from "./sign-fields.tsx";

/** Where a sign hangs, what it opens and what it says. */
export function SignForm({
  blueprintId,
  placeName,
  sign,
  options,
}: {
  readonly blueprintId: BlueprintId;
  readonly placeName: string;
  readonly sign: Sign;
  readonly options: readonly TargetOption[];
}) {
  const [spot, setSpot] = useState(sign.link.label);
  const [target, setTarget] = useState(sign.link.target);
  const [texts, setTexts] = useState<SignTexts>({ title: sign.title, line: sign.line, storey: sign.storey });
  const change = useChangeSign(blueprintId, sign.id);
  const isPrinted = sign.sheetMadeAt !== null && (texts.title !== sign.title || texts.line !== sign.line);
  return (
    <form
      className="grid gap-4 border-t border-hairline pt-5"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ spot, target, ...texts }, { onSuccess: () => toasts.add({ title: "Sign saved" }) });
      }}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Where it hangs"
          required
          maxLength={limits.shortLinkLabelCharactersMax}
          value={spot}
          error={fieldError(change.error, "spot")}
          onChange={(event) => setSpot(event.target.value)}
        />
        <LinkTargetField options={options} target={target} onChange={setTarget} />
        <SignFields texts={texts} onTexts={setTexts} placeName={placeName} />
      </div>
      {isPrinted ? (
        <p className="text-caption text-ink-soft">The sheet you made has the old text. Make a new one after saving.</p>
      ) : null}
      {change.error === null ? null : <Notice tone="danger">{readableError(change.error)}</Notice>}
      <Button type="submit" variant="primary" busy={change.isPending} className="justify-self-start">
        Save
      </Button>
    </form>
  );
}
