import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import { type ReactNode, useRef } from "react";
import { classNames } from "../lib/class-names.ts";
import { isPassedEscape } from "../lib/passed-escape.ts";
import { IconButton } from "./icon-button.tsx";

const focusable =
  "input:not(:disabled), textarea:not(:disabled), select:not(:disabled), button:not(:disabled), a[href], [tabindex='0']";

/**
 * A question or a small form above the screen. Escape, the backdrop and the close button close it; the focus returns to
 * its origin.
 */
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
  // Never the close button: its tooltip would open at once and consume the first Escape.
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
            // The primitive only knows its own trigger, and most dialogs are opened by state.
            event.preventDefault();
            const back = opener.current;
            (back?.isConnected === true ? back : document.getElementById("content"))?.focus();
          }}
          onEscapeKeyDown={(event) => {
            // An open combobox list closes first; its field handles that.
            const isList =
              event.target instanceof Element && event.target.matches("[role='combobox'][aria-expanded='true']");
            if (isList) event.preventDefault();
          }}
          onKeyDown={(event) => {
            if (isPassedEscape(event.nativeEvent)) onOpenChange(false);
          }}
          aria-describedby={description ? undefined : ""}
          className={classNames(
            "fixed inset-x-0 bottom-0 z-40 max-h-[92dvh] scroll-pb-20 animate-rise overflow-y-auto rounded-t-soft border outline-none border-hairline bg-sheet shadow-overlay",
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

/** The focused element when the dialog opened; for a menu item, which has unmounted by then, the menu's button. */
function findOpener(): HTMLElement | null {
  const focused = document.activeElement;
  const button = focused?.closest("[role='menu']")?.getAttribute("aria-labelledby");
  const opener = button ? document.getElementById(button) : focused;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

/** The row of buttons at the end of a dialog, in sight however long the dialog is; the primary one comes last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-5 mt-3 -mb-5 flex flex-col-reverse gap-2 bg-sheet px-5 pt-3 pb-5 sm:flex-row sm:justify-end">
      {children}
    </div>
  );
}
