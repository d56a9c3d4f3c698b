import { type ReactNode, useState } from "react";
import { TextField } from "../../../ui/text-field.tsx";

/** A number with its unit. The typed text may be incomplete; it takes effect once it is a number. */
export function NumberField({
  label,
  unit,
  value,
  digits = 3,
  step,
  min,
  max,
  hint,
  disabled,
  onChange,
}: {
  readonly label: string;
  readonly unit: string;
  readonly value: number;
  readonly digits?: number;
  readonly step?: number;
  readonly min?: number;
  readonly max?: number;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
  readonly onChange: (value: number) => void;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <TextField
      label={label}
      type="number"
      inputMode="decimal"
      step={step ?? "any"}
      min={min}
      max={max}
      disabled={disabled}
      hint={hint}
      aside={<span className="text-caption text-ink-soft">{unit}</span>}
      className="min-w-0 [&_input]:px-2 [&_input]:text-right [&_input]:font-mono"
      value={draft ?? String(Math.round(value * 10 ** digits) / 10 ** digits)}
      onChange={(event) => {
        setDraft(event.target.value);
        const typed = Number.parseFloat(event.target.value);
        if (Number.isFinite(typed) && (min === undefined || typed >= min) && (max === undefined || typed <= max))
          onChange(typed);
      }}
      onBlur={() => setDraft(null)}
    />
  );
}
