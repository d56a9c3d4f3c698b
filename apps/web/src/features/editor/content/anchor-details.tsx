import type { Anchor } from "@blueprint/scene/anchor";
import { audiences } from "@blueprint/scene/object-kind";
import type { ObjectValues } from "@blueprint/scene/object-operations";
import { pinColours } from "@blueprint/scene/pin-colours";
import { Select } from "../../../ui/select.tsx";

const audienceLabels = { visitor: "Visitors", staff: "Staff", contractor: "Contractors", robot: "Robots" } as const;
/** Whether visitors see it, who else does, and the colour of its pin. */
export function AnchorDetails({
  anchor,
  onChange,
}: {
  readonly anchor: Anchor;
  readonly onChange: (values: ObjectValues<"anchors">) => void;
}) {
  const own = anchor.colour ?? "";
  const isOffered = own === "" || pinColours.some(({ value }) => value === own);
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 font-strong">Shown</legend>
      <div className="grid grid-cols-2 gap-2">
        <Select
          label="State"
          value={anchor.state}
          options={[
            { value: "live", label: "Live" },
            { value: "draft", label: "Draft" },
          ]}
          onChange={({ target: { value } }) => onChange({ state: value === "draft" ? "draft" : "live" })}
        />
        <Select
          label="Colour"
          value={anchor.colour ?? ""}
          options={[
            { value: "", label: "Blue (usual)" },
            ...pinColours,
            ...(isOffered ? [] : [{ value: own, label: own }]),
          ]}
          onChange={({ target: { value } }) => onChange({ colour: value === "" ? null : value })}
        />
      </div>
      <fieldset className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
        <legend className="sr-only">For whom</legend>
        {audiences.map((audience) => (
          <label key={audience} className="flex items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              checked={anchor.audiences.includes(audience)}
              onChange={(event) =>
                onChange({
                  audiences: audiences.filter((known) =>
                    known === audience ? event.target.checked : anchor.audiences.includes(known),
                  ),
                })
              }
              className="size-4 accent-accent"
            />
            {audienceLabels[audience]}
          </label>
        ))}
      </fieldset>
      <p className="text-caption text-ink-soft">
        {anchor.state === "draft"
          ? "A draft is seen by the team alone."
          : anchor.audiences.length === 0
            ? "Nothing ticked: everybody gets it."
            : anchor.audiences.includes("visitor")
              ? "Only these get it."
              : "Visitors do not get it: it is not sent to them."}
      </p>
    </fieldset>
  );
}
