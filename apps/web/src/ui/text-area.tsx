import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import { controlClass, Field, toDescribedBy } from "./field.tsx";
import { useFieldIds } from "./use-field-ids.ts";

export interface TextAreaProps extends ComponentProps<"textarea"> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly optional?: boolean;
}

export function TextArea({ label, hint, error, optional = false, className, id, rows = 3, ...area }: TextAreaProps) {
  const ids = useFieldIds(id);
  return (
    <Field ids={ids} label={label} hint={hint} error={error} optional={optional} className={className}>
      <textarea
        {...area}
        id={ids.id}
        rows={rows}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={toDescribedBy(ids, hint, error)}
        className={classNames(controlClass, "resize-y px-3 py-2 field-sizing-content max-h-80 min-h-20")}
      />
    </Field>
  );
}
