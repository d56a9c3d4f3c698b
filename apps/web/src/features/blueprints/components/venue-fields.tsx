import { limits } from "@blueprint/contract/limits";
import { type AreaUnits, areaUnitNames } from "../../../lib/floor-area.ts";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";

/** Field values. */
export interface VenueDraft {
  /** Empty when not set. */
  readonly timeZone: string;
  readonly placeId: string;
  readonly area: string;
}

const ownTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A venue's details besides its location: time zone, size and ID in a register of places. */
export function VenueFields({
  draft,
  units,
  onChange,
  errors,
}: {
  readonly draft: VenueDraft;
  /** Null until the area's unit is known. */
  readonly units: AreaUnits | null;
  readonly onChange: (draft: VenueDraft) => void;
  readonly errors: { readonly [Field in keyof VenueDraft]?: string | undefined };
}) {
  const zones = [...new Set([draft.timeZone, ownTimeZone, "UTC", ...Intl.supportedValuesOf("timeZone")])];
  return (
    <div className="mt-5 grid items-start gap-5 sm:grid-cols-3">
      <Select
        label="Time zone"
        optional
        value={draft.timeZone}
        options={[
          { value: "", label: "Not specified" },
          ...zones.filter((zone) => zone !== "").map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") })),
        ]}
        onChange={(event) => onChange({ ...draft, timeZone: event.target.value })}
        error={errors.timeZone}
      />
      <TextField
        label={`Floor area in ${areaUnitNames[units ?? "metric"]}`}
        optional
        type="number"
        inputMode="decimal"
        min={0}
        step="any"
        disabled={units === null}
        value={draft.area}
        onChange={(event) => onChange({ ...draft, area: event.target.value })}
        error={errors.area}
      />
      <TextField
        label="Place ID"
        optional
        autoComplete="off"
        maxLength={limits.placeIdCharactersMax}
        hint="The venue's ID in a map service."
        value={draft.placeId}
        onChange={(event) => onChange({ ...draft, placeId: event.target.value })}
        error={errors.placeId}
      />
    </div>
  );
}
