import { useSyncExternalStore } from "react";

export interface Fullscreen {
  /** Browsers on iPhones show only videos on the whole screen. */
  readonly isOffered: boolean;
  readonly isOn: boolean;
  readonly toggle: () => void;
}

/** Shows the page on the whole screen, where the browser can. */
export function useFullscreen(): Fullscreen {
  const isOn = useSyncExternalStore(
    (listener) => {
      document.addEventListener("fullscreenchange", listener);
      return () => document.removeEventListener("fullscreenchange", listener);
    },
    () => document.fullscreenElement !== null && document.fullscreenElement !== undefined,
  );
  return {
    isOffered: document.fullscreenEnabled === true,
    isOn,
    toggle: () => {
      // A browser may refuse, in a frame without the permission for example: the page stays as it is.
      if (isOn) document.exitFullscreen().catch(() => undefined);
      else document.documentElement.requestFullscreen().catch(() => undefined);
    },
  };
}
