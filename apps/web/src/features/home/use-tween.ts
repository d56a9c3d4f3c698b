import { useEffect, useRef, useState } from "react";

/** Animates towards `target` with a short ease-out; jumps if the user prefers reduced motion. */
export function useTween(target: number, durationMs = 240): number {
  const [value, setValue] = useState(target);
  const current = useRef(target);
  useEffect(() => {
    const from = current.current;
    if (from === target) return;
    const set = (next: number) => {
      current.current = next;
      setValue(next);
    };
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      set(target);
      return;
    }
    const start = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const share = Math.min(Math.max((now - start) / durationMs, 0), 1);
      set(from + (target - from) * (1 - (1 - share) ** 3));
      if (share < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [target, durationMs]);
  return value;
}
