// Lists and groups of buttons handle these keys themselves.
const sharedKeys = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "PageUp", "PageDown"]);

/**
 * Whether a key is meant for the scene: pressed on it, or elsewhere on a page that consists only of the scene, unless
 * the user is typing or a list handles the key.
 */
export function isForScene(
  { target, key, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent,
  element: HTMLElement | null,
  isPageWide: boolean,
): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented) return false;
  if (target === element) return true;
  if (!isPageWide || !(target instanceof Element)) return false;
  if (target.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu]") !== null) return false;
  return target === document.body || !sharedKeys.has(key);
}
