import { audiences } from "@blueprint/contract/audiences";
import type { Anchor } from "@blueprint/scene/anchor";
import type { ObjectValues } from "@blueprint/scene/object-operations";
import { pinColours } from "@blueprint/scene/pin-colours";
import { useId } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { Select } from "../../../ui/select.tsx";
import { anchorIcons } from "../../viewer/viewer.ts";
import { audienceLabels, toggleAudience } from "../audience-labels.ts";

/** An anchor's visibility, audience, colour and icon. */
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
            { value: "", label: "Blue (default)" },
            ...pinColours,
            ...(isOffered ? [] : [{ value: own, label: own }]),
          ]}
          onChange={({ target: { value } }) => onChange({ colour: value === "" ? null : value })}
        />
      </div>
      <IconChoice icon={anchor.icon} onChoose={(icon) => onChange({ icon })} />
      <fieldset className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
        <legend className="sr-only">Audience</legend>
        {audiences.map((audience) => (
          <label key={audience} className="flex items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              checked={anchor.audiences.includes(audience)}
              onChange={({ target }) =>
                onChange({ audiences: toggleAudience(anchor.audiences, audience, target.checked) })
              }
              className="size-4 accent-accent"
            />
            {audienceLabels[audience]}
          </label>
        ))}
      </fieldset>
      <p className="text-caption text-ink-soft">
        {anchor.state === "draft"
          ? "Only your team sees drafts."
          : anchor.audiences.length === 0
            ? "None selected: everyone sees it."
            : anchor.audiences.includes("visitor")
              ? "Only they see it."
              : "Visitors don't see it: it's never sent to them."}
      </p>
    </fieldset>
  );
}

/** The pin's symbol: its number or an icon. */
function IconChoice({
  icon,
  onChoose,
}: {
  readonly icon: string | null;
  readonly onChoose: (icon: string | null) => void;
}) {
  const chosen = icon !== null && anchorIcons.has(icon) ? icon : null;
  const groupId = useId();
  const choices = [[null, { label: "Its number", icon: null }] as const, ...anchorIcons];
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 flex w-full items-baseline justify-between font-strong">
        Icon
        <span className="text-caption font-regular text-ink-soft">
          {chosen === null ? "Its number" : anchorIcons.get(chosen)?.label}
        </span>
      </legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(2rem,1fr))] gap-1 pointer-coarse:grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))]">
        {choices.map(([name, { label, icon: Icon }]) => (
          <label
            key={label}
            title={label}
            className={classNames(
              "grid h-8 cursor-pointer place-items-center rounded-sharp border has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent pointer-coarse:h-11",
              name === chosen
                ? "border-accent bg-accent-wash text-accent"
                : "border-hairline text-ink-soft hover:border-line hover:text-ink",
            )}
          >
            <input
              type="radio"
              name={groupId}
              aria-label={label}
              checked={name === chosen}
              onChange={() => onChoose(name)}
              className="sr-only"
            />
            {Icon === null ? (
              <span aria-hidden="true" className="font-mono text-caption font-strong">
                1
              </span>
            ) : (
              <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
