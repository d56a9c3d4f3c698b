import { Popover as Radix } from "radix-ui";
import { type ReactElement, type ReactNode, useState } from "react";
import { classNames } from "../lib/class-names.ts";
import { isPassedEscape } from "../lib/passed-escape.ts";

/** A small panel behind a button; stays open during use. */
export function Popover({
  trigger,
  label,
  children,
  align = "end",
  side = "bottom",
  wide = false,
  open,
  onOpenChange,
}: {
  readonly trigger: ReactElement;
  /** Accessible name of the panel. */
  readonly label: string;
  readonly children: ReactNode;
  readonly align?: "start" | "center" | "end";
  readonly side?: "top" | "bottom";
  readonly wide?: boolean;
  /** Controlled state, if something besides the button opens it. */
  readonly open?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
}) {
  const [isOwnOpen, setOwnOpen] = useState(false);
  const isOpen = open ?? isOwnOpen;
  const setOpen = onOpenChange ?? setOwnOpen;
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          onKeyDown={(event) => {
            if (!isPassedEscape(event.nativeEvent)) return;
            // Closes only the panel, nothing behind it.
            event.stopPropagation();
            setOpen(false);
          }}
          className={classNames(
            wide ? "w-104" : "w-72",
            "z-50 max-w-[calc(100vw-1rem)] animate-fade rounded-soft border border-hairline bg-sheet shadow-overlay outline-none",
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
