import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import { controlClass, Field, toDescribedBy } from "./field.tsx";
import { useFieldIds } from "./use-field-ids.ts";

export interface TextFieldProps extends ComponentProps<"input"> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly optional?: boolean;
  readonly aside?: ReactNode;
}

export function TextField({ label, hint, error, optional = false, aside, className, id, ...input }: TextFieldProps) {
  const ids = useFieldIds(id);
  return (
    <Field ids={ids} label={label} hint={hint} error={error} optional={optional} aside={aside} className={className}>
      <input
        type="text"
        {...input}
        id={ids.id}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={toDescribedBy(ids, hint, error)}
        className={classNames(controlClass, "h-9 px-3 pointer-coarse:h-11")}
      />
    </Field>
  );
}
