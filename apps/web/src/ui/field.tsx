import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import { useUiWords } from "../lib/ui-words.ts";

/** Ids that link a control to its label, hint and error. */
export interface FieldIds {
  readonly id: string;
  readonly hintId: string;
  readonly errorId: string;
}

/** A control's `aria-describedby`: only the ids of visible texts. */
export function toDescribedBy({ hintId, errorId }: FieldIds, hint?: ReactNode, error?: string): string | undefined {
  const ids = [hint ? hintId : "", error ? errorId : ""].filter(Boolean).join(" ");
  return ids === "" ? undefined : ids;
}

/** Shared look of input controls. */
export const controlClass = classNames(
  "w-full rounded-sharp border border-line bg-sheet text-body text-ink transition-colors duration-120",
  "placeholder:text-ink-soft hover:border-ink focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent",
  "aria-invalid:border-danger disabled:opacity-60 pointer-coarse:text-[1rem]",
);

/** A visible label above a control, with a hint and an error below. */
export function Field({
  ids,
  label,
  optional = false,
  hint,
  error,
  aside,
  className,
  children,
}: {
  readonly ids: FieldIds;
  readonly label: string;
  /** Marks the label as optional; everything else is required. */
  readonly optional?: boolean;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** At the end of the label's row: a link, a counter. */
  readonly aside?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const words = useUiWords();
  return (
    <div className={classNames("grid gap-1.5", className)}>
      <div className="flex items-baseline justify-between gap-3">
        <span>
          <label htmlFor={ids.id} className="font-strong">
            {label}
          </label>
          {optional ? <span className="ml-1.5 text-caption text-ink-soft">{words.optional}</span> : null}
        </span>
        {aside}
      </div>
      {children}
      {hint ? (
        <p id={ids.hintId} className="text-caption text-ink-soft">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={ids.errorId} role="alert" className="text-caption font-strong text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}
