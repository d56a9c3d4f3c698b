/** Keys as `mod+shift+z`, `a`, `?` or `Delete`; `mod` is ⌘ on a Mac and Ctrl elsewhere. */
export type Shortcut = string;

type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

export function matchesShortcut(shortcut: Shortcut, event: KeyPress): boolean {
  const parts = shortcut.split("+");
  const key = parts.at(-1) ?? "";
  const wantsMod = parts.includes("mod");
  if (wantsMod !== (event.ctrlKey || event.metaKey)) return false;
  if (parts.includes("alt") !== event.altKey) return false;
  // "?" needs Shift on some keyboards and not on others: Shift only distinguishes letters.
  const isCharacter = key.length === 1 && key.toLowerCase() === key.toUpperCase();
  if (!isCharacter && parts.includes("shift") !== event.shiftKey) return false;
  // On a Mac, the delete key reports Backspace.
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

/** Display names of the keys, one per key. */
export function toKeyNames(shortcut: Shortcut, isMac: boolean): string[] {
  return shortcut
    .split("+")
    .map((key) => symbols[key]?.[isMac ? 0 : 1] ?? (key.length === 1 ? key.toUpperCase() : key));
}

/** Whether the key press goes to a text field. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable='true']") !== null;
}
