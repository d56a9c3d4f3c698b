import type { Blueprint } from "@blueprint/contract/blueprints";
import { limits } from "@blueprint/contract/limits";
import { useState } from "react";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { useChangeDetails } from "../blueprints.queries.ts";
import { BlueprintFields } from "./blueprint-fields.tsx";

/** Says what a blueprint is called, what kind of place it is and what visitors read about it. */
export function DetailsDialog({
  blueprint,
  open,
  onOpenChange,
}: {
  readonly blueprint: Blueprint;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Name and description">
      <DetailsForm blueprint={blueprint} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function DetailsForm({ blueprint, onDone }: { readonly blueprint: Blueprint; readonly onDone: () => void }) {
  const [shown] = useState(blueprint);
  const [draft, setDraft] = useState({ name: shown.name, industry: shown.industry });
  const [description, setDescription] = useState(shown.description);
  const save = useChangeDetails(blueprint.id);
  const errors = { name: fieldError(save.error, "name"), description: fieldError(save.error, "description") };
  const isServed = blueprint.publishedVersion !== null;
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        // What was left as it was shown may have been changed elsewhere meanwhile.
        save.mutate(
          {
            ...(draft.name === shown.name ? {} : { name: draft.name }),
            ...(draft.industry === shown.industry ? {} : { industry: draft.industry }),
            ...(description === shown.description ? {} : { description }),
          },
          {
            onSuccess: () => {
              toasts.add({
                title: "Name and description are saved",
                ...(isServed ? { description: "Visitors see them from the next publication on." } : {}),
              });
              onDone();
            },
          },
        );
      }}
    >
      <BlueprintFields draft={draft} onChange={setDraft} errors={errors} />
      <TextArea
        label="Description"
        optional
        rows={5}
        maxLength={limits.descriptionCharactersMax}
        hint="Visitors read it in the text version, and a public place is found by it."
        value={description}
        onChange={(event) => setDescription(event.target.value)}
        error={errors.description}
      />
      {save.error && !errors.name && !errors.description ? (
        <Notice tone="danger">{readableError(save.error)}</Notice>
      ) : null}
      <DialogActions>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          Save
        </Button>
      </DialogActions>
    </form>
  );
}
