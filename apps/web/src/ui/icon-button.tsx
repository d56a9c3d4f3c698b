import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "../lib/class-names.ts";
import { Tooltip } from "./tooltip.tsx";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "aria-label"> {
  /** Accessible name and tooltip. */
  readonly label: string;
  readonly icon: LucideIcon;
  readonly size?: "small" | "medium";
  /** Whether a toggle is on. */
  readonly pressed?: boolean;
  readonly tooltipSide?: "top" | "right" | "bottom" | "left";
}

export function IconButton({
  label,
  icon: Icon,
  size = "medium",
  pressed,
  tooltipSide = "top",
  className,
  type = "button",
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} side={tooltipSide}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        aria-pressed={pressed}
        className={classNames(
          "inline-grid shrink-0 place-items-center rounded-sharp text-ink-soft transition-colors duration-120",
          "hover:bg-sunken hover:text-ink disabled:opacity-50 aria-pressed:bg-accent-wash aria-pressed:text-accent",
          size === "small" ? "size-7 pointer-coarse:size-11" : "size-9 pointer-coarse:size-11",
          className,
        )}
      >
        <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
      </button>
    </Tooltip>
  );
}
