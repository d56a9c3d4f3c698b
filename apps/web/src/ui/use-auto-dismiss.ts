import { useEffect } from "react";

/**
 * Dismisses the open toast after its time. The time stands still while the mouse is over the viewport, the focus is in
 * it, or the window is not in front. When a focused toast goes, the focus goes back to where it came from.
 *
 * Radix has such a clock as well, and it is left off: it learns about mouse and focus only some renders after the toast
 * is there, so a quick F8 is missed, and a toast closed by hand leaves it standing for the one after.
 */
export function useAutoDismiss(
  viewport: HTMLElement | null,
  openToastId: string | undefined,
  durationMs: number,
  dismiss: (toastId: string) => void,
): void {
  useEffect(() => {
    if (viewport === null || openToastId === undefined) return;
    const holds = { mouse: false, focus: viewport.contains(document.activeElement), window: false };
    let leftMs = durationMs;
    let runningSinceMs: number | null = null;
    let timer = 0;
    let cameFrom: EventTarget | null = null;

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
        timer = window.setTimeout(() => dismiss(openToastId), leftMs);
      }
    };
    const isInside = (target: EventTarget | null) => target instanceof Node && viewport.contains(target);

    const listening = new AbortController();
    const { signal } = listening;
    // The first of them also tells about a toast that rises under a resting mouse.
    for (const event of ["pointerover", "pointermove"])
      viewport.addEventListener(event, () => setHold("mouse", true), { signal });
    viewport.addEventListener("pointerleave", () => setHold("mouse", false), { signal });
    viewport.addEventListener(
      "focusin",
      ({ relatedTarget }) => {
        if (!isInside(relatedTarget)) cameFrom = relatedTarget;
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
      if (cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus();
      else (document.activeElement as HTMLElement).blur();
    };
  }, [viewport, openToastId, durationMs, dismiss]);
}
