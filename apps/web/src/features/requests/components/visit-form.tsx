import { limits } from "@blueprint/contract/limits";
import { useState } from "react";
import { formatDuration } from "../../../lib/format.ts";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { toVisitMinutes } from "../request-words.ts";
import { RequestForm } from "./request-form.tsx";

const squareFeetPerSquareMetre = 10.7639;
const empty = { venue: "", address: "", area: "", times: "", note: "" };

/** Requests a visit to scan a venue. It doesn't make a booking. */
export function VisitForm() {
  const [draft, setDraft] = useState(empty);
  const [unit, setUnit] = useState<"m2" | "sqft">("m2");
  const change = (part: Partial<typeof empty>) => setDraft({ ...draft, ...part });
  const area = Number(draft.area);
  const areaSquareFeet = Math.round(unit === "m2" ? area * squareFeetPerSquareMetre : area);
  const isArea = areaSquareFeet >= 1;
  return (
    <RequestForm
      toRequest={(sender) => ({
        kind: "visit",
        ...sender,
        payload: {
          venue: draft.venue,
          address: draft.address,
          areaSquareFeet,
          times: draft.times,
          note: draft.note,
        },
      })}
      submitLabel="Request a visit"
      sentTitle="Your request is in"
      sentText="No date is booked yet. An operator will suggest one."
      onAgain={() => setDraft(empty)}
    >
      {(errorOf) => (
        <>
          <TextField
            label="Venue"
            name="venue"
            required
            autoComplete="organization"
            maxLength={limits.blueprintNameCharactersMax}
            value={draft.venue}
            onChange={(event) => change({ venue: event.target.value })}
            error={errorOf("venue")}
          />
          <TextField
            label="Address"
            name="address"
            required
            autoComplete="street-address"
            maxLength={limits.addressCharactersMax}
            value={draft.address}
            onChange={(event) => change({ address: event.target.value })}
            error={errorOf("address")}
          />
          <TextField
            label="Floor area"
            type="number"
            name="area"
            inputMode="decimal"
            min={1}
            step="any"
            required
            value={draft.area}
            onChange={(event) => change({ area: event.target.value })}
            aside={
              <SegmentedControl
                label="Unit"
                value={unit}
                onChange={setUnit}
                segments={[
                  { value: "m2", label: "m²" },
                  { value: "sqft", label: "sq ft" },
                ]}
              />
            }
            hint={
              isArea
                ? `A visit of this size takes about ${formatDuration(toVisitMinutes(areaSquareFeet) * 60)}.`
                : "An estimate is fine. It determines how long the visit takes."
            }
            error={errorOf("areaSquareFeet")}
          />
          <TextArea
            label="Times that suit you"
            name="times"
            required
            hint="Days and times when the venue is empty or quiet, in its time zone."
            maxLength={limits.messageCharactersMax}
            value={draft.times}
            onChange={(event) => change({ times: event.target.value })}
            error={errorOf("times")}
          />
          <TextArea
            label="Note"
            name="note"
            optional
            hint="Stairs, locked doors, anything that shouldn’t be in the scan."
            maxLength={limits.messageCharactersMax}
            value={draft.note}
            onChange={(event) => change({ note: event.target.value })}
            error={errorOf("note")}
          />
        </>
      )}
    </RequestForm>
  );
}
