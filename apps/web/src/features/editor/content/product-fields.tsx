import { availabilities } from "@blueprint/contract/anchor-values";
import type { Anchor } from "@blueprint/scene/anchor";
import { useState } from "react";
import { englishWording } from "../../../lib/visitor-texts/wording.ts";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { availabilityTexts } from "../../viewer/viewer.ts";
import type { FieldEdits } from "../edit-fields.ts";
import { formatPrice, parsePrice } from "./typed-price.ts";

/** A product's price, availability and article number. */
export function ProductFields({
  anchor,
  edits: { type, choose },
}: {
  readonly anchor: Anchor;
  readonly edits: FieldEdits<"anchors">;
}) {
  const { price, availability, sku } = anchor;
  const currency = price?.currency ?? "EUR";
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <>
      <div className="grid grid-cols-[1fr_6rem] gap-2">
        <TextField
          label="Price"
          optional
          inputMode="decimal"
          value={typed ?? formatPrice(price)}
          onChange={({ target: { value } }) => {
            setTyped(value);
            const next = parsePrice(value, currency);
            if (next !== undefined) type({ price: next });
          }}
          onBlur={() => setTyped(null)}
        />
        <Select
          label="Currency"
          value={currency}
          options={currencies(currency).map((value) => ({ value, label: value }))}
          onChange={({ target: { value } }) =>
            choose({ price: { amountMinor: price?.amountMinor ?? 0, currency: value } })
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
          choose({ availability: availabilities.find((known) => known === value) ?? null })
        }
      />
      <TextField
        label="Article number"
        optional
        maxLength={80}
        value={sku}
        onChange={(event) => type({ sku: event.target.value })}
      />
    </>
  );
}

function currencies(current: string): string[] {
  return [...new Set([current, "EUR", "USD", "GBP", "CHF", "JPY", "CAD", "AUD", "SEK", "NOK", "DKK", "PLN", "INR"])];
}
