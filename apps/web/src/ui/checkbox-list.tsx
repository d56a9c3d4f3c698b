import { useId } from "react";

/** A multiple choice of a few options, each with a description. */
export function CheckboxList<Value extends string>({
  label,
  options,
  chosen,
  onChange,
  error,
}: {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly text?: string }[];
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: readonly Value[]) => void;
  readonly error?: string | undefined;
}) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={error === undefined ? undefined : errorId} className="grid gap-1.5">
      <legend className="mb-1.5 font-strong">{label}</legend>
      <div className="divide-y divide-hairline rounded-sharp border border-line">
        {options.map(({ value, label: name, text }) => (
          <label
            key={value}
            className="flex min-h-9 cursor-pointer items-start gap-3 px-3 py-2 pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              className="mt-1 accent-accent"
              checked={chosen.includes(value)}
              onChange={(event) =>
                onChange(
                  // In the order of the options, whatever the order of selection.
                  options
                    .map((option) => option.value)
                    .filter((one) => (one === value ? event.target.checked : chosen.includes(one))),
                )
              }
            />
            <span className="grid">
              <span>{name}</span>
              {text === undefined ? null : <span className="text-caption text-ink-soft">{text}</span>}
            </span>
          </label>
        ))}
      </div>
      {error === undefined ? null : (
        <p id={errorId} role="alert" className="text-caption font-strong text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
