import { ChevronDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import { controlClass, Field, toDescribedBy } from "./field.tsx";
import { useFieldIds } from "./use-field-ids.ts";

export interface SelectProps extends ComponentProps<"select"> {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly optional?: boolean;
  /** Hides the label visually; for toolbars, where the options explain themselves. */
  readonly compact?: boolean;
}

/** A native select: it works with every keyboard, touch screen and screen reader. */
export function Select({
  label,
  options,
  hint,
  error,
  optional = false,
  compact = false,
  className,
  id,
  ...select
}: SelectProps) {
  const ids = useFieldIds(id);
  const control = (
    <div className={classNames("relative", compact && className)}>
      <select
        {...select}
        id={ids.id}
        aria-label={compact ? label : undefined}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={toDescribedBy(ids, hint, error)}
        className={classNames(controlClass, "h-9 appearance-none pr-9 pl-3 pointer-coarse:h-11")}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={16}
        strokeWidth={1.5}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-ink-soft"
      />
    </div>
  );
  if (compact) return control;
  return (
    <Field ids={ids} label={label} hint={hint} error={error} optional={optional} className={className}>
      {control}
    </Field>
  );
}
