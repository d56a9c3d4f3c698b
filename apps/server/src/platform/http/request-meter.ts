import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";

const windowMs = 60_000;
const countedMax = 10_000;

export interface RequestMeter {
  /** Counts one request. @returns how many there were in this minute with it, and the seconds until the next minute */
  count(id: string): { requests: number; secondsLeft: number };
}

/** Requests by id in fixed windows of a minute, in this server. */
export function createRequestMeter(clock: Clock): RequestMeter {
  const windows = new LRUCache<string, { startedAt: number; requests: number }>({ max: countedMax });
  return {
    count: (id) => {
      const now = clock.now().getTime();
      let window = windows.get(id);
      if (window === undefined || now - window.startedAt >= windowMs) {
        window = { startedAt: now, requests: 0 };
        windows.set(id, window);
      }
      window.requests++;
      return { requests: window.requests, secondsLeft: Math.ceil((window.startedAt + windowMs - now) / 1000) };
    },
  };
}
