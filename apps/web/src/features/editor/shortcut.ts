/** Keys as `mod+shift+z`, `a`, `?` or `Delete`; `mod` is ⌘ on a Mac and Ctrl elsewhere. */
export type Shortcut = string;

type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

export function matchesShortcut(shortcut: Shortcut, event: KeyPress): boolean {
  const parts = shortcut.split("+");
  const key = parts.at(-1) ?? "";
  const wantsMod = parts.includes("mod");
  if (wantsMod !== (event.ctrlKey || event.metaKey)) return false;
  if (parts.includes("alt") !== event.altKey) return false;
  // "?" is shifted on some keyboards and not on others: only letters say whether Shift is meant.
  const isCharacter = key.length === 1 && key.toLowerCase() === key.toUpperCase();
  if (!isCharacter && parts.includes("shift") !== event.shiftKey) return false;
  // The key that removes is called Backspace on a Mac.
  const pressed = event.key === "Backspace" ? "Delete" : event.key;
  return pressed.toLowerCase() === key.toLowerCase();
}

const symbols: Readonly<Record<string, readonly [mac: string, other: string]>> = {
  mod: ["⌘", "Ctrl"],
  shift: ["⇧", "Shift"],
  alt: ["⌥", "Alt"],
  ArrowUp: ["↑", "↑"],
  ArrowDown: ["↓", "↓"],
  ArrowLeft: ["←", "←"],
  ArrowRight: ["→", "→"],
  Escape: ["Esc", "Esc"],
};

/** The keys as people know them, one text for each. */
export function toKeyNames(shortcut: Shortcut, isMac: boolean): string[] {
  return shortcut
    .split("+")
    .map((key) => symbols[key]?.[isMac ? 0 : 1] ?? (key.length === 1 ? key.toUpperCase() : key));
}

/** Whether keys belong to what somebody is typing into. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable='true']") !== null;
}
