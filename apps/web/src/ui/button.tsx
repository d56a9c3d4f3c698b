import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { classNames } from "../lib/class-names.ts";
import { Spinner } from "./spinner.tsx";

const variants = {
  primary: "bg-accent text-on-accent border-transparent hover:bg-accent-strong",
  outline: "bg-sheet text-ink border-line hover:border-ink hover:bg-sunken",
  quiet: "bg-transparent text-ink border-transparent hover:bg-sunken",
  danger: "bg-danger text-on-danger border-transparent hover:brightness-90",
} as const;

const sizes = {
  small: "h-7 px-2.5 gap-1.5 pointer-coarse:h-11",
  medium: "h-9 px-3.5 gap-2 pointer-coarse:h-11",
  large: "h-11 px-5 gap-2.5 text-lead",
} as const;

export interface ButtonProps extends ComponentProps<"button"> {
  readonly variant?: keyof typeof variants;
  readonly size?: keyof typeof sizes;
  /** Shows a spinner and ignores clicks; the button keeps its size, name and focus. */
  readonly busy?: boolean;
  /** Renders the child (a link) as a button. */
  readonly asChild?: boolean;
}

export function Button({
  variant = "outline",
  size = "medium",
  busy = false,
  asChild = false,
  className,
  children,
  type = "button",
  onClick,
  ...rest
}: ButtonProps) {
  const shape = classNames(
    "relative inline-flex shrink-0 items-center justify-center rounded-sharp border font-strong whitespace-nowrap select-none",
    "transition-[background-color,border-color,color] duration-120 ease-out",
    "disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0",
    variants[variant],
    sizes[size],
    className,
  );
  if (asChild)
    return (
      <Slot.Root className={shape} {...rest}>
        {children}
      </Slot.Root>
    );
  return (
    <button
      {...rest}
      type={type}
      className={shape}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      ) : null}
      <span className={classNames("inline-flex items-center gap-[inherit]", busy && "opacity-0")}>{children}</span>
    </button>
  );
}
