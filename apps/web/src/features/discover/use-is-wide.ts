import { useSyncExternalStore } from "react";

// Tailwind's `lg`.
const query = "(min-width: 64rem)";

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}

/** Whether a list and a map find room beside each other. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
