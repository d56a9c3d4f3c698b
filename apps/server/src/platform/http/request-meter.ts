import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";

const windowMs = 60_000;
const countedMax = 10_000;

export interface RequestMeter {
  /** Counts one request. @returns the count in this minute, and the seconds until the next minute */
  count(id: string): { requests: number; secondsLeft: number };
}

/** Counts requests by id in fixed one-minute windows, in this server. */
export function createRequestMeter(clock: Clock): RequestMeter {
  const windows = new LRUCache<string, { startedAtMs: number; requests: number }>({ max: countedMax });
  return {
    count: (id) => {
      const nowMs = clock.monotonicMs();
      let window = windows.get(id);
      if (window === undefined || nowMs - window.startedAtMs >= windowMs) {
        window = { startedAtMs: nowMs, requests: 0 };
        windows.set(id, window);
      }
      window.requests++;
      return { requests: window.requests, secondsLeft: Math.ceil((window.startedAtMs + windowMs - nowMs) / 1000) };
    },
  };
}
