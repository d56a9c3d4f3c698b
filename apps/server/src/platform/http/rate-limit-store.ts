import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import type { Clock } from "../clock.ts";

const addressesMax = 10_000;

/**
 * Counts requests by address in fixed windows, for the rate limiter. Its own store uses the wall clock: set back by an
 * hour, it would refuse for an hour.
 */
export function createRateLimitStore(clock: Clock): FastifyRateLimitStoreCtor {
  return class RateLimitStore implements FastifyRateLimitStore {
    /** In order of their start. */
    readonly #windows = new Map<string, { startedAtMs: number; requests: number }>();

    incr(
      address: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs: number,
    ): void {
      const nowMs = clock.monotonicMs();
      let window = this.#windows.get(address);
      if (window === undefined || nowMs - window.startedAtMs >= windowMs) {
        window = { startedAtMs: nowMs, requests: 0 };
        this.#windows.delete(address);
        this.#windows.set(address, window);
        const [oldest] = this.#windows.keys();
        if (this.#windows.size > addressesMax && oldest !== undefined) this.#windows.delete(oldest);
      }
      window.requests++;
      done(null, { current: window.requests, ttl: windowMs - (nowMs - window.startedAtMs) });
    }

    child(): FastifyRateLimitStore {
      return new RateLimitStore();
    }
  };
}
