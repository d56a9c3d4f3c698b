import { type Zone, zoneTypes } from "@blueprint/scene/zone";
import { useColourScheme } from "../../../../lib/theme.ts";
import { Button } from "../../../../ui/button.tsx";
import { Select } from "../../../../ui/select.tsx";
import { TextField } from "../../../../ui/text-field.tsx";
import { labelZoneType, toRgb, toZoneColour } from "../../../viewer/viewer.ts";
import { AudienceChoice } from "../../components/audience-choice.tsx";
import { editFields } from "../../edit-fields.ts";
import { toZoneName } from "../../object-names.ts";
import { useEditorRoom, useMayEdit } from "../../use-editor-room.ts";
import { NumberField } from "../number-field.tsx";

/** A zone's own values: what it is, how high it reaches and who may see it. */
export function ZoneFields({ zone }: { readonly zone: Zone }) {
  const { attempt } = useEditorRoom();
  const canEdit = useMayEdit();
  const { type, choose } = editFields(attempt, "zones", zone.id);
  // Type colours differ between themes.
  useColourScheme();
  const colour = zone.colour ?? toHex(toZoneColour(zone));
  return (
    <fieldset disabled={!canEdit} className="grid min-w-0 gap-4">
      <legend className="sr-only">{toZoneName(zone)}</legend>
      <TextField
        label="Name"
        name="zone-name"
        autoComplete="off"
        maxLength={120}
        value={zone.name}
        onChange={(event) => type({ name: event.target.value })}
      />
      <Select
        label="Type"
        value={zone.type}
        options={zoneTypes.map((value) => ({ value, label: labelZoneType(value) }))}
        onChange={({ target }) => choose({ type: zoneTypes.find((known) => known === target.value) ?? "public" })}
      />
      {zone.type === "capacity" ? (
        <NumberField
          label="Capacity"
          unit="people"
          digits={0}
          step={1}
          min={0}
          max={1_000_000}
          value={zone.capacity ?? 0}
          onChange={(people) => type({ capacity: Math.round(people) })}
        />
      ) : null}
      <div className="grid grid-cols-2 gap-2">
        <NumberField
          label="From"
          unit="m"
          step={0.05}
          max={zone.heights[1] - 0.01}
          value={zone.heights[0]}
          onChange={(bottom) => type({ heights: [bottom, zone.heights[1]] })}
        />
        <NumberField
          label="To"
          unit="m"
          step={0.05}
          min={zone.heights[0] + 0.01}
          value={zone.heights[1]}
          onChange={(top) => type({ heights: [zone.heights[0], top] })}
        />
      </div>
      <div className="flex items-end gap-2">
        <label className="grid flex-1 gap-1.5">
          <span className="font-strong">Colour</span>
          <input
            type="color"
            value={colour}
            onChange={(event) => type({ colour: event.target.value })}
            className="h-9 w-full rounded-sharp border border-line bg-sheet p-1 pointer-coarse:h-11"
          />
        </label>
        {zone.colour === null ? null : <Button onClick={() => choose({ colour: null })}>Use type colour</Button>}
      </div>
      <AudienceChoice chosen={zone.audiences} onChange={(audiences) => choose({ audiences })} />
    </fieldset>
  );
}

function toHex(colour: string): string {
  return `#${toRgb(colour)
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}
