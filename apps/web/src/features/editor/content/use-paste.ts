import { useEffect, useEffectEvent } from "react";
import { isTyping } from "../shortcut.ts";

/** Handles pastes outside text fields. `take` returns whether it used the clipboard. */
export function usePaste(isActive: boolean, take: (clipboard: DataTransfer) => boolean): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (event.defaultPrevented || event.clipboardData === null || isTyping(event.target)) return;
    if (take(event.clipboardData)) event.preventDefault();
  });
  useEffect(() => {
    if (!isActive) return;
    const listener = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener("paste", listener);
    return () => document.removeEventListener("paste", listener);
  }, [isActive]);
}
