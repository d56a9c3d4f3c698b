import { toastConstants } from "@blueprint/contract/spec-constants";
import { X } from "lucide-react";
import { Toast as Primitive } from "radix-ui";
import { useState } from "react";
import { classNames } from "../lib/class-names.ts";
import { passEscapeOn } from "../lib/passed-escape.ts";
import { toasts, useToasts } from "../lib/toast.store.ts";
import { IconButton } from "./icon-button.tsx";
import { useAutoDismiss } from "./use-auto-dismiss.ts";

/** The toast viewport of spec §2: on every screen, one toast at a time, focused with F8. */
export function Toaster() {
  const shown = useToasts();
  const [viewport, setViewport] = useState<HTMLElement | null>(null);
  const openToast = shown.find(({ open }) => open);
  useAutoDismiss(viewport, openToast, toastConstants.autoDismissMs, toasts.dismiss);
  return (
    <Primitive.Provider
      duration={Number.POSITIVE_INFINITY}
      swipeDirection={toastConstants.swipeDirection}
      swipeThreshold={toastConstants.swipeThresholdPx}
      label="Notification"
    >
      {shown.map((toast) => (
        <Primitive.Root
          key={toast.id}
          open={toast.open}
          type={toast.variant === "destructive" ? "foreground" : "background"}
          onOpenChange={(open) => {
            if (!open) toasts.dismiss(toast.id);
          }}
          onEscapeKeyDown={(event) => {
            const { target } = event;
            if (!(target instanceof Element) || viewport?.contains(target)) return;
            if (target.closest("[role='dialog'], [role='menu']") !== null) passEscapeOn(event);
          }}
          className={classNames(
            "pointer-events-auto flex items-start gap-3 rounded-soft border bg-sheet py-3 pr-2 pl-4 shadow-overlay",
            "data-[state=open]:animate-rise data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform",
            toast.variant === "destructive" ? "border-danger" : "border-line",
          )}
        >
          <div className="grid min-w-0 flex-1 gap-0.5 py-0.5">
            <Primitive.Title
              className={classNames("font-strong break-words", toast.variant === "destructive" && "text-danger")}
            >
              {toast.title}
            </Primitive.Title>
            {toast.description === undefined ? null : (
              <Primitive.Description className="break-words text-ink-soft">{toast.description}</Primitive.Description>
            )}
            {toast.action === undefined ? null : (
              <Primitive.Action asChild altText={toast.action.label} onClick={toast.action.run}>
                <button
                  type="button"
                  className="mt-1.5 justify-self-start font-strong text-accent underline underline-offset-2"
                >
                  {toast.action.label}
                </button>
              </Primitive.Action>
            )}
          </div>
          <Primitive.Close asChild>
            <IconButton label="Close notification" icon={X} size="small" tooltipSide="left" />
          </Primitive.Close>
        </Primitive.Root>
      ))}
      <Primitive.Viewport
        ref={setViewport}
        hotkey={[toastConstants.hotkey]}
        label="Notifications ({hotkey})"
        className="pointer-events-none fixed top-0 right-0 z-50 grid w-full gap-2 p-3 outline-none sm:w-96 sm:p-4"
      />
    </Primitive.Provider>
  );
}
