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
      const canComeOnline = typeof window !== "undefined";
      const end = (finish: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
        if (canComeOnline) window.removeEventListener("online", wake);
        finish();
      };
      const abort = () => end(() => reject(signal.reason));
      const wake = () => end(resolve);
      const timer = setTimeout(wake, ms);
      signal.addEventListener("abort", abort);
      if (canComeOnline) window.addEventListener("online", wake);
      if (signal.aborted) abort();
    }),
};
