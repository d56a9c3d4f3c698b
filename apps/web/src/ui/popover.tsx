import { Popover as Radix } from "radix-ui";
import { type ReactElement, type ReactNode, useState } from "react";
import { classNames } from "../lib/class-names.ts";
import { isPassedEscape } from "../lib/passed-escape.ts";

/** A small panel behind a button; it stays open while one works in it. */
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
  /** Name of the panel for the screen reader. */
  readonly label: string;
  readonly children: ReactNode;
  readonly align?: "start" | "center" | "end";
  readonly side?: "top" | "bottom";
  readonly wide?: boolean;
  /** Where something besides the button opens it. */
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
            // It closed the panel, and nothing behind it.
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
