import type { Blueprint } from "@blueprint/contract/blueprints";
import { type Anchor, availabilities, safetyKinds, stepDirections } from "@blueprint/scene/anchor";
import type { ObjectValues } from "@blueprint/scene/object-operations";
import { toSafeLink } from "@blueprint/scene/scene-field";
import { useState } from "react";
import { englishWording } from "../../../lib/visitor-texts/wording.ts";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { availabilityTexts, countMinorDigits, directionTexts, safetyTexts } from "../../viewer/viewer.ts";
import { FormQuestionsField } from "./form-questions-field.tsx";
import { MediaField } from "./media-field.tsx";

interface FieldsProps {
  readonly anchor: Anchor;
  readonly blueprint: Blueprint;
  readonly onChange: (values: ObjectValues<"anchors">) => void;
  readonly onDone: () => void;
}

const accepted: Partial<Record<Anchor["type"], { readonly label: string; readonly accept: string }>> = {
  image: { label: "Picture", accept: "image/png,image/jpeg,image/webp,image/gif,image/avif,image/svg+xml" },
  video: { label: "Video", accept: "video/mp4,video/webm" },
  audio: { label: "Sound", accept: "audio/*" },
  pdf: { label: "Document", accept: "application/pdf" },
  product: { label: "Picture", accept: "image/png,image/jpeg,image/webp,image/avif" },
  model: { label: "3D model (GLB)", accept: ".glb,model/gltf-binary" },
};

/** Type-specific fields of an anchor, besides its title and text. */
export function AnchorTypeFields({ anchor, blueprint, onChange, onDone }: FieldsProps) {
  const { type } = anchor;
  const media = accepted[type];
  const place = { blueprintId: blueprint.id, teamId: blueprint.teamId };
  const isOption = <T extends string>(options: readonly T[], value: string): value is T =>
    (options as readonly string[]).includes(value);
  return (
    <>
      {media === undefined ? null : (
        <>
          <MediaField
            {...place}
            {...media}
            takesPaste
            source={anchor.media}
            onChange={(next) => onChange({ media: next })}
          />
          <TextArea
            label={type === "audio" || type === "video" ? "Description of what can be heard and seen" : "Description"}
            hint="For people who can't see or hear it. Screen readers read it aloud."
            rows={2}
            maxLength={5_000}
            value={anchor.alternative}
            onChange={(event) => onChange({ alternative: event.target.value })}
            onBlur={onDone}
          />
        </>
      )}
      {type === "video" ? (
        <MediaField
          {...place}
          label="Captions (WebVTT)"
          accept=".vtt,text/vtt"
          source={anchor.captions}
          onChange={(captions) => onChange({ captions })}
        />
      ) : null}
      {type === "pdf" ? (
        <TextField
          label="Page to show"
          type="number"
          min={1}
          value={anchor.page}
          onChange={(event) => {
            const page = Number.parseInt(event.target.value, 10);
            if (page >= 1 && page <= 100_000) onChange({ page });
          }}
          onBlur={onDone}
        />
      ) : null}
      {type === "product" ? <ProductFields anchor={anchor} onChange={onChange} onDone={onDone} /> : null}
      {type === "link" || type === "product" ? (
        <>
          <AddressField url={anchor.url} onChange={(url) => onChange({ url })} onDone={onDone} />
          <TextField
            label="Button text"
            optional
            maxLength={120}
            value={anchor.linkLabel}
            onChange={(event) => onChange({ linkLabel: event.target.value })}
            onBlur={onDone}
          />
        </>
      ) : null}
      {type === "form" ? (
        <FormQuestionsField anchor={anchor} blueprintId={blueprint.id} onChange={onChange} onDone={onDone} />
      ) : null}
      {type === "route-step" ? (
        <Select
          label="Direction"
          value={anchor.direction}
          options={stepDirections.map((value) => ({ value, label: englishWording.t(directionTexts[value]) }))}
          onChange={({ target: { value } }) => isOption(stepDirections, value) && onChange({ direction: value })}
        />
      ) : null}
      {type === "safety" ? (
        <Select
          label="Safety item"
          value={anchor.safety}
          options={safetyKinds.map((value) => ({ value, label: englishWording.t(safetyTexts[value]) }))}
          onChange={({ target: { value } }) => isOption(safetyKinds, value) && onChange({ safety: value })}
        />
      ) : null}
      {type === "qr-spot" ? (
        <TextField
          label="Sign code"
          maxLength={64}
          value={anchor.code}
          onChange={(event) => onChange({ code: event.target.value })}
          onBlur={onDone}
        />
      ) : null}
    </>
  );
}

function ProductFields({ anchor, onChange, onDone }: Omit<FieldsProps, "blueprint">) {
  const { price, availability, sku } = anchor;
  const currency = price?.currency ?? "EUR";
  const digits = countMinorDigits(currency);
  const [typed, setTyped] = useState<string | null>(null);
  const shown = price === null ? "" : (price.amountMinor / 10 ** digits).toFixed(digits);
  return (
    <>
      <div className="grid grid-cols-[1fr_6rem] gap-2">
        <TextField
          label="Price"
          optional
          inputMode="decimal"
          value={typed ?? shown}
          onChange={({ target: { value } }) => {
            setTyped(value);
            const amount = Number(value.replace(",", "."));
            if (value.trim() === "") onChange({ price: null });
            else if (Number.isFinite(amount) && amount >= 0)
              onChange({ price: { amountMinor: Math.round(amount * 10 ** digits), currency } });
          }}
          onBlur={() => {
            setTyped(null);
            onDone();
          }}
        />
        <Select
          label="Currency"
          value={currency}
          options={currencies(currency).map((value) => ({ value, label: value }))}
          onChange={({ target: { value } }) =>
            onChange({ price: { amountMinor: price?.amountMinor ?? 0, currency: value } })
          }
        />
      </div>
      <Select
        label="Availability"
        optional
        value={availability ?? ""}
        options={[
          { value: "", label: "Not specified" },
          ...availabilities.map((value) => ({ value, label: englishWording.t(availabilityTexts[value]) })),
        ]}
        onChange={({ target: { value } }) =>
          onChange({ availability: availabilities.find((known) => known === value) ?? null })
        }
      />
      <TextField
        label="Article number"
        optional
        maxLength={80}
        value={sku}
        onChange={(event) => onChange({ sku: event.target.value })}
        onBlur={onDone}
      />
    </>
  );
}

function currencies(current: string): string[] {
  return [...new Set([current, "EUR", "USD", "GBP", "CHF", "JPY", "CAD", "AUD", "SEK", "NOK", "DKK", "PLN", "INR"])];
}

/** Takes a URL once it is valid; until then the field keeps the typed text. */
function AddressField({
  url,
  onChange,
  onDone,
}: {
  readonly url: string | null;
  readonly onChange: (url: string | null) => void;
  readonly onDone: () => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const toAddress = (text: string) => toSafeLink(/^[a-z]+:/i.test(text) ? text : `https://${text}`);
  const isWrong = typed !== null && typed.trim() !== "" && toAddress(typed) === null;
  return (
    <TextField
      label="Address"
      type="url"
      placeholder="https://"
      value={typed ?? url ?? ""}
      error={isWrong ? "Enter a full address, such as https://example.org." : undefined}
      onChange={({ target: { value } }) => {
        setTyped(value);
        if (value.trim() === "") onChange(null);
        else if (toAddress(value) !== null) onChange(toAddress(value));
      }}
      onBlur={() => {
        if (!isWrong) setTyped(null);
        onDone();
      }}
    />
  );
}

/** A list edited as lines of one text box. */
export function LinesField({
  label,
  hint,
  lines,
  countMax,
  onChange,
  onDone,
}: {
  readonly label: string;
  readonly hint: string;
  readonly lines: readonly string[];
  readonly countMax: number;
  readonly onChange: (lines: readonly string[]) => void;
  readonly onDone: () => void;
}) {
  // A line that was just started is empty, and not a question yet.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextArea
      label={label}
      hint={hint}
      rows={3}
      value={typed ?? lines.join("\n")}
      onChange={({ target: { value } }) => {
        setTyped(value);
        const given = value.split("\n").map((line) => line.trim().slice(0, 200));
        onChange(given.filter((line) => line !== "").slice(0, countMax));
      }}
      onBlur={() => {
        setTyped(null);
        onDone();
      }}
    />
  );
}
