import { useSyncExternalStore } from "react";

const query = "(max-width: 639.98px)";

/** Whether the window is as narrow as a phone held upright. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
  );
}
