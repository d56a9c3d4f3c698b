import type { Blueprint } from "@blueprint/contract/blueprints";
import { useState } from "react";
import { fieldErrorWithin, readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useChangeDetails } from "../blueprints.queries.ts";
import { OpeningHoursFields } from "./opening-hours-fields.tsx";
import { VenueFactsField } from "./venue-facts-field.tsx";
import { toFacts, toHoursDraft, toOpeningHours, withKey } from "./visitor-info-draft.ts";

/** Edits what visitors should know before they come: opening hours and facts. */
export function VisitorInfoDialog({
  blueprint,
  open,
  onOpenChange,
}: {
  readonly blueprint: Blueprint;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Opening hours and facts"
      description={blueprint.name}
      width="wide"
    >
      <VisitorInfoForm blueprint={blueprint} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function VisitorInfoForm({ blueprint, onDone }: { readonly blueprint: Blueprint; readonly onDone: () => void }) {
  const [shown] = useState(() => ({
    hours: toHoursDraft(blueprint.openingHours),
    facts: blueprint.facts.map(withKey),
  }));
  const [hours, setHours] = useState(shown.hours);
  const [facts, setFacts] = useState(shown.facts);
  const save = useChangeDetails(blueprint.id);
  const errorOf = (field: string) => fieldErrorWithin(save.error, field);
  const isExplained = errorOf("openingHours") !== undefined || errorOf("facts") !== undefined;
  const isServed = blueprint.publishedVersion !== null;
  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(
          {
            // Untouched ones are left out: they may have changed elsewhere in the meantime.
            ...(hours === shown.hours ? {} : { openingHours: toOpeningHours(hours) }),
            ...(facts === shown.facts ? {} : { facts: toFacts(facts) }),
          },
          {
            onSuccess: () => {
              toasts.add({
                title: "Opening hours and facts saved",
                ...(isServed ? { description: "Visitors see them the next time you publish." } : {}),
              });
              onDone();
            },
          },
        );
      }}
    >
      <section aria-labelledby="opening-hours-heading" className="grid gap-3">
        <h3 id="opening-hours-heading" className="text-lead font-strong">
          Opening hours
        </h3>
        <OpeningHoursFields
          hours={hours}
          hasTimeZone={blueprint.timeZone !== null}
          onChange={setHours}
          errorOf={(field) => errorOf(`openingHours.${field}`)}
        />
      </section>
      <section aria-labelledby="venue-facts-heading" className="grid gap-3">
        <div className="grid gap-1">
          <h3 id="venue-facts-heading" className="text-lead font-strong">
            Facts
          </h3>
          <p className="text-caption text-ink-soft">
            Prices, Wi-Fi, parking, step-free access. The guide answers from them, and the text version lists them.
          </p>
        </div>
        <VenueFactsField
          facts={facts}
          onChange={setFacts}
          errorOf={(field) => errorOf(field === "" ? "facts" : `facts.${field}`)}
        />
      </section>
      {save.error && !isExplained ? <Notice tone="danger">{readableError(save.error)}</Notice> : null}
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
