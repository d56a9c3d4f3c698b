import type { LucideIcon } from "lucide-react";
import { ToggleGroup } from "radix-ui";
import { classNames } from "../lib/class-names.ts";
import { Tooltip } from "./tooltip.tsx";

export interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** With an icon, the label becomes the accessible name and the tooltip. */
  readonly icon?: LucideIcon;
}

/** Switches between a few views of the same content. */
export function SegmentedControl<Value extends string>({
  label,
  segments,
  value,
  onChange,
  className,
}: {
  readonly label: string;
  readonly segments: readonly Segment<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly className?: string;
}) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      // Pressing the selected segment again keeps it selected.
      onValueChange={(next) => next !== "" && onChange(next as Value)}
      className={classNames("inline-flex rounded-sharp border border-line bg-sheet p-0.5", className)}
    >
      {segments.map(({ value: segment, label: name, icon: Icon }) => {
        const item = (
          <ToggleGroup.Item
            key={segment}
            value={segment}
            aria-label={Icon ? name : undefined}
            className={classNames(
              "inline-flex h-7.5 items-center justify-center rounded-[1px] text-ink-soft transition-colors duration-120 pointer-coarse:h-11 pointer-coarse:min-w-11",
              "hover:text-ink data-[state=on]:bg-accent-wash data-[state=on]:font-strong data-[state=on]:text-accent",
              Icon ? "w-8.5 pointer-coarse:w-11" : "px-3",
            )}
          >
            {Icon ? <Icon size={16} strokeWidth={1.5} aria-hidden="true" /> : name}
          </ToggleGroup.Item>
        );
        // A tooltip's trigger would overwrite the item's own data-state, so the tooltip wraps a separate element.
        return Icon ? (
          <Tooltip key={segment} text={name}>
            <span className="inline-flex">{item}</span>
          </Tooltip>
        ) : (
          item
        );
      })}
    </ToggleGroup.Root>
  );
}
