import type { Blueprint, Place } from "@blueprint/contract/blueprints";
import { useState } from "react";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useChangeDetails } from "../blueprints.queries.ts";
import { PlaceFields } from "./place-fields.tsx";

/** Says where a blueprint's venue is, or says it anew. */
export function PlaceDialog({
  blueprint,
  open,
  onOpenChange,
}: {
  readonly blueprint: Blueprint;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Address and place" description={blueprint.name} width="wide">
      <PlaceForm blueprint={blueprint} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function PlaceForm({ blueprint, onDone }: { readonly blueprint: Blueprint; readonly onDone: () => void }) {
  const [place, setPlace] = useState<Place>(blueprint.place);
  const [isInvalid, setInvalid] = useState(false);
  const save = useChangeDetails(blueprint.id);
  const addressError = fieldError(save.error, "place.address");
  const isServed = blueprint.publishedVersion !== null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isInvalid) return;
        save.mutate(
          { place },
          {
            onSuccess: () => {
              toasts.add({
                title: "The place is saved",
                ...(isServed ? { description: "Visitors see it from the next publication on." } : {}),
              });
              onDone();
            },
          },
        );
      }}
    >
      <PlaceFields
        place={place}
        onChange={setPlace}
        onInvalid={setInvalid}
        addressError={addressError}
        className="grid gap-5 sm:grid-cols-[15rem_1fr]"
      />
      {save.error && !addressError ? (
        <div className="mt-4">
          <Notice tone="danger">{readableError(save.error)}</Notice>
        </div>
      ) : null}
      <DialogActions>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={save.isPending} disabled={isInvalid}>
          Save
        </Button>
      </DialogActions>
    </form>
  );
}
