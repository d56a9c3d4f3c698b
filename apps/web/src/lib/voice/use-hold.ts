import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect } from "react";

/** What is held down. */
interface Held {
  press(): void;
  release(): void;
}

const isHoldingKey = (key: string) => key === " " || key === "Enter";

/** Properties of a button that is held: by pointer, by key, or, by assistive technology, pressed to begin and to end. */
export function useHold(held: Held) {
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      held.press();
    },
    onPointerUp: () => held.release(),
    onPointerCancel: () => held.release(),
    onKeyDown: (event: KeyboardEvent) => {
      if (!isHoldingKey(event.key)) return;
      // No click, and no scrolling.
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) held.press();
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (!isHoldingKey(event.key)) return;
      event.preventDefault();
      held.release();
    },
    onBlur: () => held.release(),
    // A long press on a touch screen opens the menu of the page.
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onClick: (event: MouseEvent<HTMLElement>) => {
      // Assistive technology clicks without a pointer or a key.
      if (event.detail !== 0) return;
      if (event.currentTarget.getAttribute("aria-pressed") === "true") held.release();
      else held.press();
    },
  };
}

/** The space bar does the same wherever it has no meaning of its own. */
export function useHeldSpaceBar(held: Held): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== " " || event.defaultPrevented || isControl(event.target)) return;
      event.preventDefault();
      if (!event.repeat) held.press();
    };
    const onKeyUp = (event: globalThis.KeyboardEvent) => {
      if (event.key === " ") held.release();
    };
    const release = () => held.release();
    window.addEventListener("keydown", onKeyDown);
    window.addEventListener("keyup", onKeyUp);
    window.addEventListener("blur", release);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("keyup", onKeyUp);
      window.removeEventListener("blur", release);
    };
  }, [held]);
}

function isControl(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("input, textarea, select, button, a, summary, [contenteditable], [role=button], [role=slider]") !==
      null
  );
}
