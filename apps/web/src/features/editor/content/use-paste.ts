import { useEffect, useEffectEvent } from "react";
import { isTyping } from "../shortcut.ts";

/** Offers what is pasted anywhere but into a text. `take` answers whether it took it. */
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
