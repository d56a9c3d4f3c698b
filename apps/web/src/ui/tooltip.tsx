import { Tooltip as Primitive } from "radix-ui";
import type { ReactElement } from "react";
import { passEscapeOn } from "../lib/passed-escape.ts";

/** Explains an icon or a truncated text on hover and focus. */
export function Tooltip({
  text,
  children,
  side = "top",
}: {
  readonly text: string;
  readonly children: ReactElement;
  readonly side?: "top" | "right" | "bottom" | "left";
}) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          onEscapeKeyDown={(event) => {
            // One Escape closes the focused layer together with its tooltip.
            if (document.activeElement?.closest("[role='dialog'], [role='menu']")) passEscapeOn(event);
          }}
          className="z-50 max-w-64 animate-fade rounded-sharp bg-ink px-2 py-1 text-caption text-paper"
        >
          {text}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

export const TooltipProvider = Primitive.Provider;
