import type { LucideIcon } from "lucide-react";
import { RadioGroup } from "radix-ui";
import { useId } from "react";
import { classNames } from "../lib/class-names.ts";

export interface RadioCard<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly text?: string;
  readonly icon?: LucideIcon;
  /** Not selectable; `text` says why. */
  readonly isDisabled?: boolean;
}

/** A single choice of a few options, each with a description. */
export function RadioCards<Value extends string>({
  label,
  options,
  value,
  onChange,
  columns = 3,
}: {
  readonly label: string;
  readonly options: readonly RadioCard<Value>[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value) => void;
  readonly columns?: 1 | 2 | 3;
}) {
  const labelId = useId();
  return (
    <div className="grid gap-1.5">
      <span id={labelId} className="font-strong">
        {label}
      </span>
      <RadioGroup.Root
        aria-labelledby={labelId}
        value={value ?? ""}
        onValueChange={(next) => onChange(next as Value)}
        className={classNames(
          "grid gap-2",
          columns === 2 && "sm:grid-cols-2",
          columns === 3 && "grid-cols-2 sm:grid-cols-3",
        )}
      >
        {options.map(({ value: option, label: name, text, icon: Icon, isDisabled = false }) => (
          <RadioGroup.Item
            key={option}
            value={option}
            disabled={isDisabled}
            className={classNames(
              "group flex min-h-11 items-start gap-3 rounded-sharp border border-line bg-sheet px-3 py-2.5 text-left transition-colors duration-120",
              "enabled:hover:border-ink disabled:cursor-not-allowed disabled:border-hairline disabled:bg-sunken disabled:text-ink-soft data-[state=checked]:border-accent data-[state=checked]:bg-accent-wash data-[state=checked]:inset-ring data-[state=checked]:inset-ring-accent",
            )}
          >
            {Icon ? (
              <Icon
                size={18}
                strokeWidth={1.5}
                aria-hidden="true"
                className="mt-px shrink-0 text-ink-soft group-data-[state=checked]:text-accent"
              />
            ) : null}
            <span className="grid gap-0.5">
              <span className="font-strong">{name}</span>
              {text === undefined ? null : <span className="text-caption text-ink-soft">{text}</span>}
            </span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}
