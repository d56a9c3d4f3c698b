import type { Blueprint } from "@blueprint/contract/blueprints";
import { type FormEvent, useState } from "react";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useEditorRoom } from "../use-editor-room.ts";
import { useNameVersion } from "./history.queries.ts";

const saveTimeoutMs = 8_000;

/** Names the current state of the document. */
export function NameVersion({ blueprint }: { readonly blueprint: Blueprint }) {
  const { connection } = useEditorRoom();
  const [name, setName] = useState("");
  const [isUnsaved, setUnsaved] = useState(false);
  const nameVersion = useNameVersion(blueprint.id);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    // The name applies to what the server has, so everything must be saved first.
    const isSaved = await connection.whenSaved(saveTimeoutMs);
    setUnsaved(!isSaved);
    if (isSaved) nameVersion.mutate({ name }, { onSuccess: () => setName("") });
  };
  return (
    <form onSubmit={(event) => void onSubmit(event)} className="grid gap-2">
      <div className="flex items-end gap-2">
        <TextField
          label="Name this version"
          placeholder="Before the summer show"
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.target.value)}
          className="min-w-0 flex-1"
        />
        <Button type="submit" busy={nameVersion.isPending} disabled={name.trim() === ""}>
          Save
        </Button>
      </div>
      {isUnsaved ? (
        <Notice tone="danger">Your latest changes haven't reached the server. Try again once they have.</Notice>
      ) : null}
      {nameVersion.error === null ? null : <Notice tone="danger">{readableError(nameVersion.error)}</Notice>}
    </form>
  );
}
