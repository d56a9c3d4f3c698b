import { Check } from "lucide-react";
import { Checkbox as Primitive } from "radix-ui";
import { type ReactNode, useId } from "react";

export function Checkbox({
  label,
  hint,
  checked,
  onChange,
  disabled = false,
}: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5 py-1 pointer-coarse:py-2.5">
      <Primitive.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next === true)}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-sharp border border-line bg-sheet hover:border-ink data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=checked]:text-on-accent"
      >
        <Primitive.Indicator>
          <Check size={12} strokeWidth={2.5} aria-hidden="true" />
        </Primitive.Indicator>
      </Primitive.Root>
      <div className="grid gap-0.5">
        <label htmlFor={id}>{label}</label>
        {hint ? (
          <p id={`${id}-hint`} className="text-caption text-ink-soft">
            {hint}
          </p>
        ) : null}
      </div>
    </div>
  );
}
