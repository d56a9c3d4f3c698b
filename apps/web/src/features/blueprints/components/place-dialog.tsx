import type { Blueprint, Place } from "@blueprint/contract/blueprints";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readTypedArea, toTypedArea } from "../../../lib/floor-area.ts";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { detailChoicesQuery, useChangeDetails } from "../blueprints.queries.ts";
import { PlaceFields } from "./place-fields.tsx";
import { type VenueDraft, VenueFields } from "./venue-fields.tsx";

/** Sets a venue's location, time zone and size. */
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
  const [shown] = useState(blueprint);
  const [place, setPlace] = useState<Place>(shown.place);
  const choices = useQuery(detailChoicesQuery(blueprint.id));
  const units = choices.isPending ? null : (choices.data?.units ?? "metric");
  const shownVenue = {
    timeZone: shown.timeZone ?? "",
    placeId: shown.placeId ?? "",
    area: units === null ? "" : toTypedArea(shown.floorAreaSquareMetres, units),
  };
  // Shows the saved values until the user types.
  const [typed, setTyped] = useState<Partial<VenueDraft>>({});
  const venue = { ...shownVenue, ...typed };
  const [isInvalid, setInvalid] = useState(false);
  const save = useChangeDetails(blueprint.id);
  const addressError = fieldError(save.error, "place.address");
  const venueErrors = {
    timeZone: fieldError(save.error, "timeZone"),
    placeId: fieldError(save.error, "placeId"),
    area: fieldError(save.error, "floorAreaSquareMetres"),
  };
  const isExplained = [addressError, ...Object.values(venueErrors)].some((error) => error !== undefined);
  const isServed = blueprint.publishedVersion !== null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isInvalid) return;
        // Untouched fields are left out: they may have changed elsewhere in the meantime.
        save.mutate(
          {
            ...(place === shown.place ? {} : { place }),
            ...(venue.timeZone === shownVenue.timeZone ? {} : { timeZone: venue.timeZone || null }),
            ...(venue.placeId.trim() === shownVenue.placeId ? {} : { placeId: venue.placeId.trim() || null }),
            ...(units === null || venue.area === shownVenue.area
              ? {}
              : { floorAreaSquareMetres: readTypedArea(venue.area, units) }),
          },
          {
            onSuccess: () => {
              toasts.add({
                title: "Place saved",
                ...(isServed ? { description: "Visitors see it the next time you publish." } : {}),
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
      <VenueFields draft={venue} units={units} onChange={setTyped} errors={venueErrors} />
      {save.error && !isExplained ? (
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
