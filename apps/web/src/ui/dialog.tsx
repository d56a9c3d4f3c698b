import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import { type ReactNode, useRef } from "react";
import { classNames } from "../lib/class-names.ts";
import { isPassedEscape } from "../lib/passed-escape.ts";
import { IconButton } from "./icon-button.tsx";

const focusable =
  "input:not(:disabled), textarea:not(:disabled), select:not(:disabled), button:not(:disabled), a[href], [tabindex='0']";

/** A question or a small form above the screen. Escape, the scrim and the cross close it; focus returns where it was. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  width = "regular",
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  readonly width?: "regular" | "wide";
}) {
  const content = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  // Never the cross: its tooltip would open at once and take the first Escape for itself.
  const focusFirstField = (event: Event) => {
    event.preventDefault();
    opener.current = findOpener();
    (body.current?.querySelector<HTMLElement>(focusable) ?? content.current)?.focus();
  };
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Primitive.Content
          ref={content}
          tabIndex={-1}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={(event) => {
            // The primitive knows only a trigger of its own, and most dialogs are opened by a state.
            event.preventDefault();
            const back = opener.current;
            (back?.isConnected === true ? back : document.getElementById("content"))?.focus();
          }}
          onEscapeKeyDown={(event) => {
            // An open list of a field comes first; its field closes it.
            const isList =
              event.target instanceof Element && event.target.matches("[role='combobox'][aria-expanded='true']");
            if (isList) event.preventDefault();
          }}
          onKeyDown={(event) => {
            if (isPassedEscape(event.nativeEvent)) onOpenChange(false);
          }}
          aria-describedby={description ? undefined : ""}
          className={classNames(
            "fixed inset-x-0 bottom-0 z-40 max-h-[92dvh] animate-rise overflow-y-auto rounded-t-soft border outline-none border-hairline bg-sheet shadow-overlay",
            "sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-soft",
            width === "wide" ? "sm:w-[min(44rem,calc(100vw-3rem))]" : "sm:w-[min(28rem,calc(100vw-3rem))]",
          )}
        >
          <header className="flex items-start justify-between gap-4 border-b border-hairline px-5 pt-4 pb-3.5">
            <div className="grid gap-1">
              <Primitive.Title className="text-lead font-strong">{title}</Primitive.Title>
              {description ? (
                <Primitive.Description className="text-ink-soft">{description}</Primitive.Description>
              ) : null}
            </div>
            <Primitive.Close asChild>
              <IconButton label="Close" icon={X} size="small" className="-mt-0.5 -mr-1.5" />
            </Primitive.Close>
          </header>
          <div ref={body} className="px-5 py-5">
            {children}
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** What had the focus as the dialog opened; for an item of a menu, which is gone by then, the button of the menu. */
function findOpener(): HTMLElement | null {
  const focused = document.activeElement;
  const button = focused?.closest("[role='menu']")?.getAttribute("aria-labelledby");
  const opener = button ? document.getElementById(button) : focused;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

/** The row of buttons that ends a dialog; the one that acts comes last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{children}</div>;
}
