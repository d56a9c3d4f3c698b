import type { BlueprintId, ShortLinkId } from "@blueprint/contract/ids";
import type { ShortLinkTarget } from "@blueprint/contract/short-links";
import { useState } from "react";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useCreateShortLink } from "./short-links.queries.ts";
import { TargetAndLabel } from "./target-and-label.tsx";

/** Creates a short link and shows it. */
export function NewShortLink({
  blueprintId,
  onCreated,
}: {
  readonly blueprintId: BlueprintId;
  readonly onCreated: (id: ShortLinkId) => void;
}) {
  const [target, setTarget] = useState<ShortLinkTarget>({ kind: "place" });
  const [label, setLabel] = useState("");
  const create = useCreateShortLink(blueprintId);
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({ target, label }, { onSuccess: ({ id }) => onCreated(id) });
      }}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TargetAndLabel target={target} onTarget={setTarget} label={label} onLabel={setLabel} />
      </div>
      {create.error === null ? null : <Notice tone="danger">{readableError(create.error)}</Notice>}
      <Button type="submit" variant="primary" busy={create.isPending} className="justify-self-start">
        Create short link
      </Button>
    </form>
  );
}
