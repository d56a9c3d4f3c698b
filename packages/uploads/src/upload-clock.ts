export interface UploadClock {
  nowMs(): number;
  /** Rejects when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Real time. A sleep ends early when the browser comes back online. */
export const systemUploadClock: UploadClock = {
  nowMs: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const page = typeof window === "undefined" ? null : window;
      const end = (finish: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
        page?.removeEventListener("online", wake);
        finish();
      };
      const abort = () => end(() => reject(signal.reason));
      const wake = () => end(resolve);
      const timer = setTimeout(wake, ms);
      signal.addEventListener("abort", abort);
      page?.addEventListener("online", wake);
      if (signal.aborted) abort();
    }),
};
