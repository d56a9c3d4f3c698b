import { useEffect, useRef } from "react";

/**
 * Dismisses the open toast after its time, which starts again when the toast is updated. The timer pauses while the mouse is over the viewport, the focus is in it,
 * or the window is in the background. When a focused toast closes, the focus returns to its origin. Radix has its own
 * timer, which is disabled: it notices mouse and focus only some renders after the toast appears, so it misses a quick
 * F8, and a toast closed by hand leaves it paused for the next one.
 */
export function useAutoDismiss(
  viewport: HTMLElement | null,
  openToast: { readonly id: string } | undefined,
  durationMs: number,
  dismiss: (toastId: string) => void,
): void {
  const cameFrom = useRef<EventTarget | null>(null);
  useEffect(() => {
    if (viewport === null || openToast === undefined) return;
    const holds = { mouse: false, focus: viewport.contains(document.activeElement), window: false };
    let leftMs = durationMs;
    let runningSinceMs: number | null = null;
    let timer = 0;

    const setHold = (hold: keyof typeof holds, isHeld: boolean) => {
      holds[hold] = isHeld;
      const mayRun = !Object.values(holds).includes(true);
      if (mayRun === (runningSinceMs !== null)) return;
      const nowMs = performance.now();
      if (runningSinceMs !== null) {
        clearTimeout(timer);
        leftMs -= nowMs - runningSinceMs;
        runningSinceMs = null;
      } else {
        runningSinceMs = nowMs;
        timer = window.setTimeout(() => dismiss(openToast.id), leftMs);
      }
    };
    const isInside = (target: EventTarget | null) => target instanceof Node && viewport.contains(target);

    const listening = new AbortController();
    const { signal } = listening;
    // `pointerover` also fires for a toast that rises under a resting mouse.
    for (const event of ["pointerover", "pointermove"])
      viewport.addEventListener(event, () => setHold("mouse", true), { signal });
    viewport.addEventListener("pointerleave", () => setHold("mouse", false), { signal });
    viewport.addEventListener(
      "focusin",
      ({ relatedTarget }) => {
        if (!isInside(relatedTarget)) cameFrom.current = relatedTarget;
        setHold("focus", true);
      },
      { signal },
    );
    viewport.addEventListener("focusout", ({ relatedTarget }) => setHold("focus", isInside(relatedTarget)), { signal });
    window.addEventListener("blur", () => setHold("window", true), { signal });
    window.addEventListener("focus", () => setHold("window", false), { signal });
    setHold("window", false);

    return () => {
      listening.abort();
      clearTimeout(timer);
      if (!viewport.contains(document.activeElement) || viewport.querySelector("[data-state=open]") !== null) return;
      const origin = cameFrom.current;
      if (origin instanceof HTMLElement && origin.isConnected) origin.focus();
      else (document.activeElement as HTMLElement).blur();
    };
  }, [viewport, openToast, durationMs, dismiss]);
}
