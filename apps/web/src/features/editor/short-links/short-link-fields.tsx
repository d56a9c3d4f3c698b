import type { BlueprintId } from "@blueprint/contract/ids";
import type { ShortLink } from "@blueprint/contract/short-links";
import { useState } from "react";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { toLocalInput } from "../publish/sharing-draft.ts";
import { useChangeShortLink } from "./short-links.queries.ts";
import { TargetAndLabel } from "./target-and-label.tsx";

/** What a short link opens, its label, and until when it works. */
export function ShortLinkFields({
  blueprintId,
  link,
}: {
  readonly blueprintId: BlueprintId;
  readonly link: ShortLink;
}) {
  const [target, setTarget] = useState(link.target);
  const [label, setLabel] = useState(link.label);
  const expiry = link.expiresAt === null ? "" : toLocalInput(new Date(link.expiresAt));
  const [until, setUntil] = useState(expiry);
  const change = useChangeShortLink(blueprintId, link.id);
  const save = () => {
    const expiresAt = until === "" ? null : new Date(until).toISOString();
    const body = { target, label, ...(until === expiry ? {} : { expiresAt }) };
    change.mutate(body, { onSuccess: () => toasts.add({ title: "Short link saved" }) });
  };
  return (
    <form
      className="grid gap-4 border-t border-hairline pt-5"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TargetAndLabel target={target} onTarget={setTarget} label={label} onLabel={setLabel} />
        <TextField
          label="Works until"
          optional
          type="datetime-local"
          value={until}
          error={fieldError(change.error, "expiresAt")}
          hint="In your time zone. After that, the link says it has expired."
          onChange={(event) => setUntil(event.target.value)}
        />
      </div>
      {change.error === null ? null : <Notice tone="danger">{readableError(change.error)}</Notice>}
      <Button type="submit" variant="primary" busy={change.isPending} className="justify-self-start">
        Save
      </Button>
    </form>
  );
}
