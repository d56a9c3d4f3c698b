import type { ClaimState } from "@blueprint/contract/blueprint-details";
import type { Blueprint } from "@blueprint/contract/blueprints";
import { limits } from "@blueprint/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDate } from "../../../lib/format.ts";
import { fieldError, fieldErrorWithin, readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { detailChoicesQuery, useChangeDetails } from "../blueprints.queries.ts";
import { toTags, toTypedTags } from "../tags.ts";
import { BlueprintFields } from "./blueprint-fields.tsx";
import { CoverChoice } from "./cover-choice.tsx";

/** Edits a blueprint's name, kind, description for visitors and tags. */
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
    <Dialog open={open} onOpenChange={onOpenChange} title="Details">
      <DetailsForm blueprint={blueprint} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

const claims: Record<ClaimState, string> = {
  unclaimed: "No one has claimed this place.",
  pending: "Someone has claimed this place. Owners and admins find the claim on the dashboard.",
  claimed: "A claim of this place was accepted.",
};

function DetailsForm({ blueprint, onDone }: { readonly blueprint: Blueprint; readonly onDone: () => void }) {
  const [shown] = useState(blueprint);
  const shownTags = toTypedTags(shown.tags);
  const [draft, setDraft] = useState({ name: shown.name, industry: shown.industry });
  const [description, setDescription] = useState(shown.description);
  const [tags, setTags] = useState(shownTags);
  const [cover, setCover] = useState(shown.cover);
  const creator = useQuery(detailChoicesQuery(blueprint.id)).data?.createdByName ?? null;
  const save = useChangeDetails(blueprint.id);
  const errors = {
    name: fieldError(save.error, "name"),
    description: fieldError(save.error, "description"),
    tags: fieldErrorWithin(save.error, "tags"),
    cover: fieldError(save.error, "cover"),
  };
  const isServed = blueprint.publishedVersion !== null;
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        // Untouched fields are left out: they may have changed elsewhere in the meantime.
        save.mutate(
          {
            ...(draft.name === shown.name ? {} : { name: draft.name }),
            ...(draft.industry === shown.industry ? {} : { industry: draft.industry }),
            ...(description === shown.description ? {} : { description }),
            ...(tags === shownTags ? {} : { tags: toTags(tags) }),
            ...(cover === shown.cover ? {} : { cover }),
          },
          {
            onSuccess: () => {
              toasts.add({
                title: "Details saved",
                ...(isServed ? { description: "Visitors see them the next time you publish." } : {}),
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
        hint="Visitors read it in the text version, and it helps people find a public place."
        value={description}
        onChange={(event) => setDescription(event.target.value)}
        error={errors.description}
      />
      <TextField
        label="Tags"
        optional
        autoComplete="off"
        maxLength={limits.tagsMax * (limits.tagCharactersMax + 2)}
        hint="Separate with commas. Use them to filter lists; they also help people find a public place."
        value={tags}
        onChange={(event) => setTags(event.target.value)}
        error={errors.tags}
      />
      <CoverChoice blueprintId={blueprint.id} cover={cover} onChange={setCover} error={errors.cover} />
      <p className="border-t border-hairline pt-4 text-caption break-words text-ink-soft">
        Made {creator === null ? "" : `by ${creator} `}on {formatDate(blueprint.createdAt)}.{" "}
        {claims[blueprint.claimState]}
      </p>
      {save.error && Object.values(errors).every((error) => error === undefined) ? (
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
