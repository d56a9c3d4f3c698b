import { useState } from "react";
import { TextField } from "../../../ui/text-field.tsx";
import { parseAddress } from "./typed-address.ts";

/** Takes a URL once it is valid; until then the field keeps the typed text. */
export function AddressField({
  url,
  onChange,
}: {
  readonly url: string | null;
  readonly onChange: (url: string | null) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && typed.trim() !== "" && parseAddress(typed) === null;
  return (
    <TextField
      label="Address"
      type="url"
      placeholder="https://"
      value={typed ?? url ?? ""}
      error={isWrong ? "Enter a full address, such as https://example.org." : undefined}
      onChange={({ target: { value } }) => {
        setTyped(value);
        const address = parseAddress(value);
        if (address !== null || value.trim() === "") onChange(address);
      }}
      onBlur={() => {
        if (!isWrong) setTyped(null);
      }}
    />
  );
}
