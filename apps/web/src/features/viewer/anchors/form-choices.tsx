import { useId } from "react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";

/** Answers to choose from: one, or any number of them. */
export function FormChoices({
  label,
  error,
  optional,
  type,
  options,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly error: string | undefined;
  readonly optional: boolean;
  readonly type: "radio" | "checkbox";
  readonly options: readonly string[];
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}) {
  const { t } = useWording();
  const name = useId();
  return (
    <fieldset className="grid gap-1.5" aria-describedby={error === undefined ? undefined : `${name}-error`}>
      <legend className="mb-1.5 font-strong">
        {label}
        {optional ? <span className="ml-1.5 text-caption font-regular text-ink-soft">{t("ui.optional")}</span> : null}
      </legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1.5">
        {options.map((option) => (
          <label key={option} className="flex min-h-6 items-center gap-2 pointer-coarse:min-h-11">
            <input
              type={type}
              name={name}
              checked={chosen.includes(option)}
              onChange={(event) =>
                onChoose(
                  type === "radio"
                    ? [option]
                    : options.filter((known) => (known === option ? event.target.checked : chosen.includes(known))),
                )
              }
              className="size-4 accent-accent"
            />
            {option}
          </label>
        ))}
      </div>
      {error === undefined ? null : (
        <p id={`${name}-error`} role="alert" className="text-caption font-strong text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
